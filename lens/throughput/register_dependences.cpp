#include "lens/throughput/register_dependences.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "lens/code/mc.h"
#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/golden_cove_bypass.h"
#include "lens/throughput/opcode_pattern.h"
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

std::string_view name_of(const llvm::mca::Instruction& instruction, const McTarget& target) {
  return target.opcode_name(instruction.getOpcode());
}

// Of each instruction, where results are late for some others; none on other processors.
std::vector<BypassSide> bypass_sides(const Lowered& round, const McTarget& target) {
  std::vector<BypassSide> sides;
  if (target.cpu == kGoldenCove) {
    for (const auto& instruction : round) {
      sides.push_back(instruction == nullptr ? BypassSide{}
                                             : golden_cove_side(name_of(*instruction, target)));
    }
  }
  return sides;
}

// Sums of floats, whose results a Zen 5 hands to sums a cycle earlier than to all else: chains of
// VADDPS take 2 cycles each, of VADDPS and anything by turns 3 and what that takes.
std::vector<bool> sums_of(const Lowered& round, const McTarget& target) {
  std::vector<bool> sums(round.size(), false);
  for (std::size_t i = 0; target.cpu == kZen5 && i < round.size(); ++i) {
    const std::string_view name =
        round[i] == nullptr ? std::string_view() : name_of(*round[i], target);
    sums[i] = name.starts_with("VADDP") || name.starts_with("VADDS") || name.starts_with("VSUBP") ||
              name.starts_with("VSUBS");
  }
  return sums;
}

// The vectors that the instructions of a loop read. Each is as late for an instruction as the
// latest kind among its others makes it, however long they have been there.
class VectorOperands {
 public:
  explicit VectorOperands(std::size_t instructions) : longest_(instructions, 0.0) {}

  // One whose dependence is the next one of those, if any is to be `added`.
  void see(const BypassSide& made_by, const BypassSide& reader, std::uint32_t at,
           std::optional<std::size_t> added) {
    const double lasting = golden_cove_lasting_delay(made_by, reader);
    longest_[at] = std::max(longest_[at], lasting);
    if (added) {
      own_.emplace_back(*added, lasting);
    }
  }

  void delay(std::vector<Dependence>& dependences) const {
    for (const auto& [place, lasting] : own_) {
      Dependence& one = dependences[place];
      one.cycles += longest_[one.to] - lasting;
    }
  }

 private:
  std::vector<double> longest_;                      // by instruction
  std::vector<std::pair<std::size_t, double>> own_;  // by dependence
};

// Copies that renaming does: whoever reads one reads what it copies.
bool is_renamed_copy(const llvm::mca::Instruction& instruction, const McTarget& target) {
  return target.cpu == kGoldenCove && latency_of(instruction) == 0 &&
         name_of(instruction, target).starts_with("VMOV");
}

// Pushes, pops, calls and returns count the stack pointer on before they are renamed: who needs it
// next waits for nothing. (By the tables a pop leaves it as late as what it loads: 16 calls of
// frexp in a row 21 cycles each, 6 on a Golden Cove.)
bool counts_stack_on(const llvm::mca::Instruction& instruction, const McTarget& target) {
  const std::string_view name = name_of(instruction, target);
  return name.starts_with("PUSH64") || name.starts_with("POP64") || name.starts_with("CALL64") ||
         name.starts_with("RET64");
}

// An operand of an address; of a scatter also the mask, which says which lanes go anywhere.
bool says_where(const llvm::mca::Instruction& instruction, const llvm::mca::ReadState& read,
                const McTarget& target) {
  return is_of_address(read.getDescriptor(), target.instructions->get(instruction.getOpcode())) ||
         (file_of(read.getRegisterID(), *target.registers) == RegisterFile::mask &&
          is_scatter(name_of(instruction, target)));
}

std::vector<Dependence> dependences_of(const Lowered& round, const McTarget& target,
                                       std::uint32_t passes) {
  const llvm::MCRegisterInfo& registers = *target.registers;
  std::vector<Dependence> dependences;
  // By the smallest parts of registers, as far as any is known.
  std::vector<std::optional<Writer>> writers(registers.getNumRegUnits());
  const std::vector<BypassSide> sides = bypass_sides(round, target);
  const std::vector<bool> sums = sums_of(round, target);
  VectorOperands vectors(round.size());
  // What the first round leaves is what the second one finds.
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    for (std::uint32_t at = 0; at < round.size(); ++at) {
      if (round[at] == nullptr) {
        continue;
      }
      std::optional<Writer> copied;
      for (const llvm::mca::ReadState& read : round[at]->getUses()) {
        for (llvm::MCRegUnitIterator unit(read.getRegisterID(), &registers); unit.isValid();
             ++unit) {
          const std::optional<Writer>& writer = writers[*unit];
          if (!writer) {
            continue;
          }
          if (is_renamed_copy(*round[at], target)) {
            copied = writer;
          }
          const bool is_new = pass == 0 || writer->round == 0;
          double late = advance(*target.subtarget, read, *writer);
          if (!sides.empty()) {
            const BypassSide& maker = sides[writer->instruction];
            const RegisterFile file = file_of(read.getRegisterID(), registers);
            if (file == RegisterFile::vector) {
              vectors.see(maker, sides[at], at,
                          is_new ? std::optional(dependences.size()) : std::nullopt);
            }
            late -= golden_cove_delay(maker, sides[at], file);
          }
          late += !sums.empty() && sums[writer->instruction] && sums[at] ? 1 : 0;
          if (is_new) {
            dependences.push_back({writer->instruction, at, std::max(writer->cycles - late, 0.0),
                                   pass - writer->round, says_where(*round[at], read, target)});
          }
        }
      }
      for (const llvm::mca::WriteState& write : round[at]->getDefs()) {
        for (const unsigned unit : merged_units(write, registers)) {
          const std::optional<Writer>& writer = writers[unit];
          // Divisions of bytes leave two parts of a register, the second beside its own first.
          const bool is_own = writer && writer->instruction == at && writer->round == pass;
          if (writer && !is_own && (pass == 0 || writer->round == 0)) {
            // What it loads or works out comes first; the last cycle puts the two together.
            const double before = writer->cycles + 1 - write.getLatency();
            dependences.push_back(
                {writer->instruction, at, std::max(before, 0.0), pass - writer->round});
          }
        }
        const bool is_counted =
            std::string_view(registers.getName(write.getRegisterID())) == "RSP" &&
            counts_stack_on(*round[at], target);
        const double cycles = is_counted ? 0.0 : static_cast<double>(write.getLatency());
        for (llvm::MCRegUnitIterator unit(write.getRegisterID(), &registers); unit.isValid();
             ++unit) {
          writers[*unit] = copied.value_or(Writer{at, cycles, write.getWriteResourceID(), pass});
        }
      }
    }
  }
  vectors.delay(dependences);
  return dependences;
}

}  // namespace

double latency_of(const llvm::mca::Instruction& instruction) {
  return static_cast<double>(instruction.getDesc().MaxLatency);
}

std::vector<Dependence> register_dependences(const Lowered& round, const McTarget& target) {
  return dependences_of(round, target, 2);
}

std::vector<Dependence> register_dependences_once(const Lowered& sequence, const McTarget& target) {
  return dependences_of(sequence, target, 1);
}

std::vector<bool> waiting_for(const Lowered& sequence, const std::vector<bool>& is_late,
                              const McTarget& target, std::set<unsigned>& units) {
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
