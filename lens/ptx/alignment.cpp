#include "lens/ptx/alignment.h"

#include <algorithm>
#include <bit>

#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

constexpr int kMostBits = 4;

class LowZeros {
 public:
  LowZeros(const Function& function, const std::vector<std::uint8_t>& known)
      : function_(function), known_(known) {}

  int of_result(const Instruction& instruction) const {
    const auto& operands = instruction.operands;
    if (instruction.is_guarded || operands.size() < 2) {
      return 0;
    }
    const std::string& opcode = instruction.opcode;
    if (is_any_of(opcode, {"mov", "cvt", "cvta", "neg"})) {
      return types_of(instruction).first.is_floating() ? 0 : of(operands[1]);
    }
    if (operands.size() < 3) {
      return 0;
    }
    if (opcode == "shl") {
      const bool is_known = operands[2].kind == Operand::Kind::immediate;
      const auto distance = is_known ? std::clamp<std::int64_t>(operands[2].number, 0, 64) : 0;
      return capped(of(operands[1]) + static_cast<int>(distance));
    }
    if (opcode == "and") {
      return std::max(of(operands[1]), of(operands[2]));
    }
    if (is_any_of(opcode, {"add", "sub", "or", "xor"})) {
      return std::min(of(operands[1]), of(operands[2]));
    }
    if (opcode == "mul" && !instruction.has("hi")) {
      return capped(of(operands[1]) + of(operands[2]));
    }
    if (opcode == "mad" && !instruction.has("hi") && operands.size() > 3) {
      return std::min(capped(of(operands[1]) + of(operands[2])), of(operands[3]));
    }
    return 0;
  }

 private:
  static int capped(int bits) { return std::min(bits, kMostBits); }

  int of(const Operand& operand) const {
    switch (operand.kind) {
      case Operand::Kind::reg:
        return known_[operand.index];
      case Operand::Kind::immediate:
        return operand.number == 0
                   ? kMostBits
                   : capped(std::countr_zero(static_cast<std::uint64_t>(operand.number)));
      case Operand::Kind::variable:
        return function_.variables[operand.index].space == Space::shared && operand.number % 16 == 0
                   ? kMostBits
                   : 0;
      default:
        return 0;
    }
  }

  const Function& function_;
  const std::vector<std::uint8_t>& known_;
};

}  // namespace

std::vector<std::uint8_t> low_zero_bits(const Function& function,
                                        const std::vector<OperandRoles>& roles) {
  std::vector<std::uint8_t> writes(function.registers.size(), 0);
  for (const OperandRoles& one : roles) {
    for (const std::uint32_t written : one.written) {
      writes[written] = static_cast<std::uint8_t>(std::min(writes[written] + 1, 2));
    }
  }
  std::vector<std::uint8_t> known(function.registers.size(), 0);
  const LowZeros zeros(function, known);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const auto& written = roles[i].written;
    if (written.size() == 1 && writes[written[0]] == 1 && has_result(function.instructions[i])) {
      known[written[0]] = static_cast<std::uint8_t>(zeros.of_result(function.instructions[i]));
    }
  }
  return known;
}

}  // namespace clgauge::lens::ptx
