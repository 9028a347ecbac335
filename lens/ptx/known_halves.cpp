#include "lens/ptx/known_halves.h"

#include <cstdint>

#include "lens/ptx/typed_operation.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint64_t kLower = 0xffffffffU;
constexpr std::int64_t kHalfBits = 32;

KnownHalves both(const KnownHalves& a, const KnownHalves& b) {
  return {a.is_upper_zero && b.is_upper_zero, a.is_lower_zero && b.is_lower_zero};
}
KnownHalves either(const KnownHalves& a, const KnownHalves& b) {
  return {a.is_upper_zero || b.is_upper_zero, a.is_lower_zero || b.is_lower_zero};
}

// By how many bits a shift shifts, or none if that is not constant.
std::int64_t shift_of(const Instruction& instruction) {
  const Operand& by = instruction.operands[2];
  return by.kind == Operand::Kind::immediate ? by.number : 0;
}

KnownHalves halves_of_result(const Instruction& instruction,
                             const std::vector<KnownHalves>& known) {
  const std::string& opcode = instruction.opcode;
  const OperationTypes types = types_of(instruction);
  if (instruction.is_guarded || !types.is_typed || types.first.is_floating()) {
    return {};
  }
  const std::size_t count = instruction.operands.size();
  const auto source = [&](std::size_t at) { return halves_of(instruction.operands[at], known); };
  if (is_any_of(opcode, {"ld", "ldu"})) {
    return {types.last.bits < 64 && !types.last.is_signed(), false};
  }
  if (opcode == "cvt") {
    return {types.first.bits == 64 && types.last.bits < 64 && !types.last.is_signed(), false};
  }
  if (opcode == "mov" && count == 2) {
    return source(1);
  }
  if (count != 3) {
    return {};
  }
  if (opcode == "and") {
    return either(source(1), source(2));
  }
  if (is_any_of(opcode, {"or", "xor"})) {
    return both(source(1), source(2));
  }
  if (opcode == "shr" && !types.first.is_signed()) {
    return {source(1).is_upper_zero || shift_of(instruction) >= kHalfBits, false};
  }
  if (opcode == "shl") {
    return {false, source(1).is_lower_zero || shift_of(instruction) >= kHalfBits};
  }
  return {};
}

}  // namespace

KnownHalves halves_of(const Operand& operand, const std::vector<KnownHalves>& known) {
  if (operand.kind == Operand::Kind::reg) {
    return known[operand.index];
  }
  if (operand.kind != Operand::Kind::immediate) {
    return {};
  }
  const auto bits = static_cast<std::uint64_t>(operand.number);
  return {(bits & ~kLower) == 0, (bits & kLower) == 0};
}

std::vector<KnownHalves> known_halves(const Function& function,
                                      const std::vector<OperandRoles>& roles) {
  std::vector<KnownHalves> known(function.registers.size());
  std::vector<bool> is_written(known.size(), false);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const Type& type = function.registers[i].type;
    const bool is_long = type.bits == 64 && type.kind != Type::Kind::predicate;
    known[i] = {is_long, is_long};
  }
  // Until nothing is unlearned: what goes round a loop counts on itself.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const KnownHalves made = halves_of_result(function.instructions[i], known);
      for (const std::uint32_t one : roles[i].written) {
        const KnownHalves now =
            both(known[one], roles[i].written.size() == 1 ? made : KnownHalves{});
        is_changed = is_changed || now.is_upper_zero != known[one].is_upper_zero ||
                     now.is_lower_zero != known[one].is_lower_zero;
        known[one] = now;
        is_written[one] = true;
      }
    }
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    known[i] = is_written[i] ? known[i] : KnownHalves{};
  }
  return known;
}

}  // namespace clgauge::lens::ptx
