#include "lens/throughput/register_results.h"

#include <llvm/MCA/Instruction.h>

#include <string_view>

#include "lens/code/mc.h"
#include "lens/throughput/opcode_pattern.h"

namespace clgauge::lens {
namespace {

// A gather of a Zen 5 assembles its lanes in vector registers: seven or eight gathers of eight
// lanes, and three or four of sixteen, are all that it has in flight (an EPYC 9005, gathers of
// lines from memory).
constexpr double kVectorsOfGatherMicroOp = 1.2;

// Moves between registers of a kind share theirs.
bool is_renamed(std::string_view opcode) {
  const bool is_move = opcode.starts_with("MOV64r") || opcode.starts_with("MOV32r") ||
                       opcode.starts_with("VMOVAP") || opcode.starts_with("VMOVUP") ||
                       opcode.starts_with("VMOVDQ");
  return is_move && opcode.ends_with("rr");
}

}  // namespace

bool is_vector_register(unsigned reg, const McTarget& target) {
  const std::string_view name = target.registers->getName(reg);
  return name.starts_with("XMM") || name.starts_with("YMM") || name.starts_with("ZMM");
}

RegisterResults register_results(const Lowered& lowered, const McTarget& target) {
  RegisterResults results;
  for (const auto& instruction : lowered) {
    const std::string_view opcode = target.opcode_name(instruction->getOpcode());
    if (is_renamed(opcode)) {
      continue;
    }
    if (is_gather(opcode)) {
      results.vector += kVectorsOfGatherMicroOp * instruction->getDesc().NumMicroOps;
      continue;
    }
    for (const llvm::mca::WriteState& write : instruction->getDefs()) {
      const std::string_view name = target.registers->getName(write.getRegisterID());
      const bool is_integer = (name.starts_with("R") || name.starts_with("E")) && name != "EFLAGS";
      results.vector += is_vector_register(write.getRegisterID(), target) ? 1 : 0;
      results.integer += is_integer ? 1 : 0;
    }
  }
  return results;
}

}  // namespace clgauge::lens
