#include "lens/throughput/register_dependences.h"

#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace clgauge::lens {
namespace {

struct Writer {
  std::uint32_t instruction = 0;
  double cycles = 0;
  std::uint32_t round = 0;
};

}  // namespace

double latency_of(const llvm::mca::Instruction& instruction) {
  return static_cast<double>(instruction.getDesc().MaxLatency);
}

std::vector<Dependence> register_dependences(
    const std::vector<std::unique_ptr<llvm::mca::Instruction>>& round,
    const llvm::MCRegisterInfo& registers) {
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
            dependences.push_back({writer->second.instruction, at, writer->second.cycles,
                                   pass - writer->second.round});
          }
        }
      }
      for (const llvm::mca::WriteState& write : round[at]->getDefs()) {
        for (llvm::MCRegUnitIterator unit(write.getRegisterID(), &registers); unit.isValid();
             ++unit) {
          writers[*unit] = {at, static_cast<double>(write.getLatency()), pass};
        }
      }
    }
  }
  return dependences;
}

}  // namespace clgauge::lens
