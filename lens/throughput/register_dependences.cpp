#include "lens/throughput/register_dependences.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>

#include "lens/code/mc.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_bypass.h"
#include "lens/throughput/operand_times.h"

namespace clgauge::lens {
namespace {

struct Writer {
  std::uint32_t instruction = 0;
  double cycles = 0;
  unsigned resource = 0;  // the table's
  std::uint32_t round = 0;
};

// How much later than its others an instruction needs this operand of that writer: beside a load
// that it waits for anyway, say. Negative: so much earlier.
double advance(const llvm::MCSubtargetInfo& subtarget, const llvm::mca::ReadState& read,
               const Writer& writer) {
  const llvm::mca::ReadDescriptor& descriptor = read.getDescriptor();
  if (const int before = cycles_before_start(descriptor.UseIndex); before >= 0) {
    return -before;
  }
  return subtarget.getReadAdvanceCycles(
      subtarget.getSchedModel().getSchedClassDesc(descriptor.SchedClassID), descriptor.UseIndex,
      writer.resource);
}

// Units of a general register that the write leaves in part as it was: its other bits come from
// whatever wrote them (SETCC, moves of bytes and of 16 bits). Empty for other writes.
std::vector<unsigned> merged_units(const llvm::mca::WriteState& write,
                                   const llvm::MCRegisterInfo& registers) {
  std::vector<unsigned> units;
  if (write.clearsSuperRegisters()) {
    return units;
  }
  for (llvm::MCSuperRegIterator around(write.getRegisterID(), &registers); around.isValid();
       ++around) {
    // Around others: wider vectors, pairs of masks.
    if (std::string_view(registers.getName(*around)).starts_with('R')) {
      for (llvm::MCRegUnitIterator unit(*around, &registers); unit.isValid(); ++unit) {
        units.push_back(*unit);
      }
    }
  }
  std::ranges::sort(units);
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

RegisterFile file_of(unsigned register_id, const llvm::MCRegisterInfo& registers) {
  const char first = registers.getName(register_id)[0];
  return first == 'X' || first == 'Y' || first == 'Z' ? RegisterFile::vector
         : first == 'K'                               ? RegisterFile::mask
                                                      : RegisterFile::general;
}

// How much later than at its latency a result in this register is there for this instruction.
double delay(const llvm::mca::Instruction& from, const llvm::mca::Instruction& to,
             unsigned register_id, const McTarget& target) {
  if (target.cpu != kGoldenCove) {
    return 0;
  }
  const llvm::StringRef producer = target.instructions->getName(from.getOpcode());
  const llvm::StringRef consumer = target.instructions->getName(to.getOpcode());
  return golden_cove_delay({producer.data(), producer.size()}, {consumer.data(), consumer.size()},
                           file_of(register_id, *target.registers));
}

}  // namespace

double latency_of(const llvm::mca::Instruction& instruction) {
  return static_cast<double>(instruction.getDesc().MaxLatency);
}

std::vector<Dependence> register_dependences(
    const std::vector<std::unique_ptr<llvm::mca::Instruction>>& round, const McTarget& target) {
  const llvm::MCRegisterInfo& registers = *target.registers;
  std::vector<Dependence> dependences;
  std::map<unsigned, Writer> writers;  // by the smallest parts of registers
  // What the first round leaves is what the second one finds.
  for (const std::uint32_t pass : {0U, 1U}) {
    for (std::uint32_t at = 0; at < round.size(); ++at) {
      if (round[at] == nullptr) {
        continue;
      }
      for (const llvm::mca::ReadState& read : round[at]->getUses()) {
        for (llvm::MCRegUnitIterator unit(read.getRegisterID(), &registers); unit.isValid();
             ++unit) {
          const auto writer = writers.find(*unit);
          const bool is_new = writer != writers.end() && (pass == 0 || writer->second.round == 0);
          if (is_new) {
            const double late =
                advance(*target.subtarget, read, writer->second) -
                delay(*round[writer->second.instruction], *round[at], read.getRegisterID(), target);
            dependences.push_back({writer->second.instruction, at,
                                   std::max(writer->second.cycles - late, 0.0),
                                   pass - writer->second.round});
          }
        }
      }
      for (const llvm::mca::WriteState& write : round[at]->getDefs()) {
        for (const unsigned unit : merged_units(write, registers)) {
          const auto writer = writers.find(unit);
          if (writer != writers.end() && (pass == 0 || writer->second.round == 0)) {
            // What it loads or works out comes first; the last cycle puts the two together.
            const double before = writer->second.cycles + 1 - write.getLatency();
            dependences.push_back({writer->second.instruction, at, std::max(before, 0.0),
                                   pass - writer->second.round});
          }
        }
        for (llvm::MCRegUnitIterator unit(write.getRegisterID(), &registers); unit.isValid();
             ++unit) {
          writers[*unit] = {at, static_cast<double>(write.getLatency()), write.getWriteResourceID(),
                            pass};
        }
      }
    }
  }
  return dependences;
}

std::vector<bool> waiting_for(const std::vector<std::unique_ptr<llvm::mca::Instruction>>& sequence,
                              const std::vector<bool>& is_late, const McTarget& target,
                              std::set<unsigned>& units) {
  std::vector<bool> waits(sequence.size(), false);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (sequence[i] == nullptr) {
      continue;
    }
    waits[i] = is_late[i];
    for (const llvm::mca::ReadState& read : sequence[i]->getUses()) {
      for (llvm::MCRegUnitIterator unit(read.getRegisterID(), target.registers.get());
           unit.isValid(); ++unit) {
        waits[i] = waits[i] || units.contains(*unit);
      }
    }
    for (const llvm::mca::WriteState& write : sequence[i]->getDefs()) {
      for (llvm::MCRegUnitIterator unit(write.getRegisterID(), target.registers.get());
           unit.isValid(); ++unit) {
        if (waits[i]) {
          units.insert(*unit);
        } else {
          units.erase(*unit);
        }
      }
    }
  }
  return waits;
}

}  // namespace clgauge::lens
