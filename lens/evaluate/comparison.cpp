#include "lens/evaluate/comparison.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "lens/evaluate/family.h"
#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

// x86's condition codes.
constexpr unsigned kBelow = 0x2, kNotBelow = 0x3, kEqual = 0x4, kNotEqual = 0x5, kNotAbove = 0x6,
                   kAbove = 0x7, kLess = 0xC, kNotLess = 0xD, kNotGreater = 0xE, kGreater = 0xF;

bool is_of_equality(unsigned condition) { return condition == kEqual || condition == kNotEqual; }

bool is_signed(unsigned condition) { return condition >= kLess; }

bool is_understood(unsigned condition) {
  return (condition >= kBelow && condition <= kAbove) || is_signed(condition);
}

// Moves, address sums and operations of vectors leave the flags as they are; those of vectors that
// set them are named here.
bool leaves_flags(const std::string& mnemonic) {
  constexpr std::array<std::string_view, 8> kSetFlags = {"COMISS", "COMISD", "UCOMISS", "UCOMISD",
                                                         "PTEST",  "TESTPS", "TESTPD",  "COMISH"};
  return mnemonic.starts_with("MOV") || mnemonic == "LEA" ||
         std::find(kSetFlags.begin(), kSetFlags.end(), mnemonic) == kSetFlags.end();
}

// Whether what `op` compares may be another one once `later` has run.
bool overwrites(const Operation& later, const Operation& op) {
  const Operand& to = later.operands[0];
  if (to.kind == Operand::Kind::memory) {
    return std::any_of(op.operands.begin(), op.operands.end(), [](const Operand& operand) {
      return operand.kind == Operand::Kind::memory;
    });
  }
  if (to.kind != Operand::Kind::general) {
    return false;
  }
  return op.memory.base == to.reg || op.memory.index == to.reg ||
         std::any_of(op.operands.begin(), op.operands.end(), [&](const Operand& operand) {
           return operand.kind == Operand::Kind::general && operand.reg == to.reg;
         });
}

std::optional<std::uint64_t> known_value(const Machine& m, const Operation& op,
                                         const Operand& from) {
  switch (from.kind) {
    case Operand::Kind::immediate:
      return op.immediate;
    case Operand::Kind::general: {
      const Scalar& reg = m.general[from.reg];
      const bool is_known = (reg.unknown & all_bytes(op.width_bytes)) == 0;
      return is_known && !from.high ? std::optional(reg.value) : std::nullopt;
    }
    case Operand::Kind::memory: {
      const Scalar address = address_value(m, op);
      if (address.unknown != 0 || !m.memory.holds(address.value, op.width_bytes)) {
        return std::nullopt;
      }
      std::uint64_t value = 0;
      const std::uint64_t unknown = m.memory.load(address.value, &value, op.width_bytes);
      return unknown == 0 ? std::optional(value) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Comparison> comparison_of(const LoweredCode& code, std::uint32_t block) {
  const BasicBlock& where = code.code.blocks[block];
  const auto* const operations = code.program.operations.data();
  const std::uint32_t jump = where.first_instruction + where.instruction_count - 1;
  const auto mnemonic = [&](std::uint32_t i) {
    return split_opcode_name(code.code.opcode_of(i)).mnemonic;
  };
  const auto condition = static_cast<unsigned>(operations[jump].immediate & 0xFU);
  if (where.successors.size() != 2 || mnemonic(jump) != "JCC" || !is_understood(condition)) {
    return std::nullopt;
  }
  for (std::uint32_t i = jump; i-- > where.first_instruction;) {
    const Operation& op = operations[i];
    const std::string name = mnemonic(i);
    const bool is_stepped = name == "INC" || name == "DEC" || name == "ADD" || name == "SUB";
    if (name == "CMP" || (is_stepped && is_of_equality(condition))) {
      for (std::uint32_t later = i + 1; later < jump; ++later) {
        if (overwrites(operations[later], op)) {
          return std::nullopt;
        }
      }
      return Comparison{&op, condition, is_stepped};
    }
    const bool is_of_vectors = code.code.opcode_of(i).starts_with('V');
    if (is_without_meaning(op) || !leaves_flags(name) ||
        !(is_of_vectors || name.starts_with("MOV") || name == "LEA")) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<Difference> difference_of(const Machine& machine, const Comparison& comparison) {
  const Operation& op = *comparison.compared;
  const auto number = [&](std::uint64_t value) -> Difference {
    const std::uint64_t bits = value & value_mask(op.width_bytes);
    // Numbers that are equal or not may be taken either way.
    return is_signed(comparison.condition) || is_of_equality(comparison.condition)
               ? Difference{sign_extend(bits, op.width_bytes)}
               : Difference{bits};
  };
  const auto first = known_value(machine, op, op.operands[0]);
  const auto second = comparison.is_with_zero ? std::optional<std::uint64_t>(0)
                                              : known_value(machine, op, op.operands[1]);
  if (!first || !second) {
    return std::nullopt;
  }
  return number(*first) - number(*second);
}

std::optional<std::uint64_t> runs_until_other_way(const Comparison& comparison, Difference now,
                                                  Difference step) {
  const auto in_range = [](Difference runs) -> std::optional<std::uint64_t> {
    return runs >= 1 && runs <= std::numeric_limits<std::int64_t>::max()
               ? std::optional(static_cast<std::uint64_t>(runs))
               : std::nullopt;
  };
  if (step == 0) {
    return std::nullopt;
  }
  if (is_of_equality(comparison.condition)) {
    if (now == 0) {
      return 1;
    }
    return now % step == 0 ? in_range(-now / step) : std::nullopt;
  }
  // The others tell numbers of at least `edge` from those below it.
  const bool is_beyond_zero = comparison.condition == kAbove || comparison.condition == kNotAbove ||
                              comparison.condition == kGreater ||
                              comparison.condition == kNotGreater;
  const Difference edge = is_beyond_zero ? 1 : 0;
  if (now < edge) {
    return step > 0 ? in_range((edge - now + step - 1) / step) : std::nullopt;
  }
  return step < 0 ? in_range((now - edge) / -step + 1) : std::nullopt;
}

}  // namespace clgauge::lens
