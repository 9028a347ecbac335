#include "lens/code/loop_signature.h"

#include <limits>
#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// What stands for jumps: how far they go decides their opcodes.
constexpr std::uint32_t kJump = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kConditionalJump = kJump - 1;

// Fills the space before a place that is jumped to; LLVM decodes its prefixes as instructions.
bool is_padding(std::string_view opcode) {
  return opcode.starts_with("NOOP") || opcode == "DATA16_PREFIX" || opcode == "CS_PREFIX";
}

}  // namespace

std::vector<std::uint32_t> loop_signature(const MachineCode& code, const Loop& loop) {
  std::vector<std::uint32_t> signature;
  code.each_instruction(loop, [&](std::uint32_t instruction) {
    const llvm::MCInstrDesc& description = code.mc->description(instruction);
    if (description.isConditionalBranch()) {
      signature.push_back(kConditionalJump);
    } else if (description.isUnconditionalBranch()) {
      signature.push_back(kJump);
    } else if (!is_padding(code.mc->opcode_name(instruction))) {
      signature.push_back(code.mc->instructions[instruction].getOpcode());
    }
  });
  return signature;
}

}  // namespace clgauge::lens
