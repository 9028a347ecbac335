#include "lens/evaluate/comparison.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

#include "lens/evaluate/families/flags.h"
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
      const unsigned of_high = from.high ? 1 : 0;
      const bool is_known = (reg.unknown >> of_high & all_bytes(op.width_bytes)) == 0;
      return is_known ? std::optional(reg.value >> (8 * of_high)) : std::nullopt;
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

// Numbers as a condition takes them; those that are equal or not may be taken either way.
Difference number_for(const Comparison& comparison, std::uint64_t value) {
  const unsigned bytes = comparison.compared->width_bytes;
  const std::uint64_t bits = value & value_mask(bytes);
  return is_signed(comparison.condition) || is_of_equality(comparison.condition)
             ? Difference{sign_extend(bits, bytes)}
             : Difference{bits};
}

bool is_of_general_numbers(const Operation& op) {
  return std::all_of(op.operands.begin(), op.operands.end(), [](const Operand& operand) {
    return operand.kind != Operand::Kind::vector && operand.kind != Operand::Kind::mask;
  });
}

}  // namespace

std::optional<Decision> decision_of(const LoweredCode& code, std::uint32_t block) {
  using Kind = Decision::Kind;
  const BasicBlock& where = code.code.blocks[block];
  const auto* const operations = code.program.operations.data();
  const std::uint32_t jump = where.first_instruction + where.instruction_count - 1;
  const auto mnemonic = [&](std::uint32_t i) {
    return split_opcode_name(code.code.opcode_of(i)).mnemonic;
  };
  const auto condition = static_cast<unsigned>(operations[jump].immediate & 0xFU);
  if (where.successors.size() != 2 || mnemonic(jump) != "JCC") {
    return std::nullopt;
  }
  for (std::uint32_t i = jump; i-- > where.first_instruction;) {
    const Operation& op = operations[i];
    const std::string name = mnemonic(i);
    const bool is_of_vectors = code.code.opcode_of(i).starts_with('V');
    if (!is_without_meaning(op) && leaves_flags(name) &&
        (is_of_vectors || name.starts_with("MOV") || name == "LEA")) {
      continue;
    }
    if (is_without_meaning(op) || !is_of_general_numbers(op)) {
      return std::nullopt;
    }
    const bool is_stepped = name == "INC" || name == "DEC" || name == "ADD" || name == "SUB";
    const Kind kind = name == "CMP"                             ? Kind::difference
                      : name == "TEST"                          ? Kind::conjunction
                      : is_stepped && is_of_equality(condition) ? Kind::stepped
                                                                : Kind::other;
    const bool is_kept =
        std::none_of(operations + i + 1, operations + jump,
                     [&](const Operation& later) { return overwrites(later, op); });
    return Decision{&op, condition, is_kept ? kind : Kind::other};
  }
  return std::nullopt;
}

std::optional<Comparison> comparison_of(const Decision& decision) {
  using Kind = Decision::Kind;
  const bool is_comparison = decision.kind == Kind::difference || decision.kind == Kind::stepped;
  if (!is_comparison || !is_understood(decision.condition)) {
    return std::nullopt;
  }
  return Comparison{decision.decides, decision.condition, decision.kind == Kind::stepped};
}

DecidedBy numbers_of(const Machine& machine, const Decision& decision) {
  const Operation& op = *decision.decides;
  const auto number = [&](const Operand& from) {
    return known_value(machine, op, from).value_or(0) & value_mask(op.width_bytes);
  };
  switch (decision.kind) {
    case Decision::Kind::stepped:
      return {number(op.operands[0]), 0};
    case Decision::Kind::other:  // the last operand is a source
      return {number(op.operands[0]),
              number(op.operands.at(std::max<std::size_t>(2, op.operand_count) - 1))};
    default:
      return {number(op.operands[0]), number(op.operands[1])};
  }
}

DecidedBy further_on(const Decision& decision, const DecidedBy& first, const DecidedBy& last,
                     std::uint64_t runs) {
  const std::uint64_t mask = value_mask(decision.decides->width_bytes);
  return {(last.first + runs * (last.first - first.first)) & mask,
          (last.second + runs * (last.second - first.second)) & mask};
}

bool is_taken(const Decision& decision, const DecidedBy& by) {
  const unsigned bytes = decision.decides->width_bytes;
  Flags flags;
  if (decision.kind == Decision::Kind::conjunction) {
    set_flags(flags, by.first & by.second, bytes, false, false);
  } else {
    const Sum sum = difference_of(by.first, by.second, false, bytes);
    set_flags(flags, sum.value, bytes, sum.carry, sum.overflow);
  }
  return condition_of(flags, decision.condition).holds;
}

namespace {

// Without asking for each, where two numbers are compared that stay in their range meanwhile.
std::optional<std::uint64_t> runs_alike_without_wrapping(const Decision& decision,
                                                         const DecidedBy& first,
                                                         const DecidedBy& last,
                                                         std::uint64_t most) {
  const auto comparison = comparison_of(decision);
  constexpr std::uint64_t kMost = 1ULL << 40U;
  if (!comparison || most > kMost) {
    return std::nullopt;
  }
  const unsigned bytes = decision.decides->width_bytes;
  const auto step_of = [&](std::uint64_t from, std::uint64_t to) -> std::optional<Difference> {
    const auto step = Difference{sign_extend((to - from) & value_mask(bytes), bytes)};
    const Difference end = number_for(*comparison, to) + static_cast<Difference>(most) * step;
    const auto bits = static_cast<std::uint64_t>(end);
    return number_for(*comparison, bits) == end ? std::optional(step) : std::nullopt;
  };
  const auto step = step_of(first.first, last.first);
  const auto step_of_second = step_of(first.second, last.second);
  if (!step || !step_of_second) {
    return std::nullopt;
  }
  const auto runs = runs_until_other_way(
      *comparison, number_for(*comparison, last.first) - number_for(*comparison, last.second),
      *step - *step_of_second);
  return runs ? std::min(most, *runs - 1) : most;
}

}  // namespace

std::uint64_t runs_alike(const Decision& decision, const DecidedBy& first, const DecidedBy& last,
                         std::uint64_t most) {
  if (first == last) {
    return most;
  }
  if (decision.kind == Decision::Kind::other) {
    return 0;
  }
  if (const auto runs = runs_alike_without_wrapping(decision, first, last, most)) {
    return *runs;
  }
  constexpr std::uint64_t kMostAsked = 1ULL << 16U;
  const bool taken = is_taken(decision, last);
  most = std::min(most, kMostAsked);
  for (std::uint64_t run = 1; run <= most; ++run) {
    if (is_taken(decision, further_on(decision, first, last, run)) != taken) {
      return run - 1;
    }
  }
  return most;
}

std::optional<Difference> difference_of(const Machine& machine, const Comparison& comparison) {
  const Operation& op = *comparison.compared;
  const auto first = known_value(machine, op, op.operands[0]);
  const auto second = comparison.is_with_zero ? std::optional<std::uint64_t>(0)
                                              : known_value(machine, op, op.operands[1]);
  if (!first || !second) {
    return std::nullopt;
  }
  return number_for(comparison, *first) - number_for(comparison, *second);
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
