#include "lens/evaluate/lane_comparisons.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "lens/evaluate/conditions.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"
#include "lens/evaluate/operands.h"
#include "lens/evaluate/passes.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kCell = 8;  // bytes that a pass holds of either operand
// Of floating-point numbers, which do not go on by steps of their bits.
constexpr unsigned kAnyChange = 0;

// x86's code of the condition that sets the lanes of a result, or that clears them; or kAnyChange.
std::optional<unsigned> condition_of(const std::string& mnemonic, std::uint64_t immediate) {
  const auto is_one_of = [&](std::initializer_list<const char*> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](const char* prefix) { return mnemonic.starts_with(prefix); });
  };
  if (is_one_of({"CMPP", "CMPS", "UCOMI", "COMI"})) {
    return kAnyChange;
  }
  if (is_one_of({"PCMPEQ"})) {
    return kEqual;
  }
  if (is_one_of({"PCMPGT", "PMINS", "PMAXS"})) {
    return kGreater;
  }
  if (is_one_of({"PMINU", "PMAXU"})) {
    return kAbove;
  }
  const bool is_unsigned = is_one_of({"PCMPU"});
  if (!is_unsigned && !is_one_of({"PCMPB", "PCMPW", "PCMPD", "PCMPQ"})) {
    return std::nullopt;
  }
  switch (immediate & 3U) {  // with and without a bit that turns the result over
    case 0:
      return kEqual;
    case 1:
      return is_unsigned ? kBelow : kLess;
    case 2:
      return is_unsigned ? kNotAbove : kNotGreater;
    default:
      return std::nullopt;  // whatever the lanes hold
  }
}

// A source as read_vector() has it, without an access. Memory that is not the evaluator's own is
// not known.
const Vector& source_of(const Machine& m, const Operation& op, unsigned operand, Vector& scratch) {
  if (op.operands.at(operand).kind != Operand::Kind::memory) {
    return m.vector[op.operands.at(operand).reg];
  }
  const Scalar address = address_value(m, op);
  scratch.unknown = ~std::uint64_t{0};
  if (address.unknown != 0 || !m.memory.holds(address.value, op.memory_bytes)) {
    return scratch;
  }
  scratch.unknown = m.memory.load(address.value, scratch.bytes.data(), op.memory_bytes) |
                    ~low_bits(op.memory_bytes);
  if (op.broadcast) {
    broadcast_first(scratch, op.memory_bytes, op.width_bytes);
  }
  return scratch;
}

// The first of the two operands that are compared: those that set flags write no other.
unsigned first_source(const Operation& op) { return op.operand_count == 2 ? 0 : 1; }

void tell(const Machine& m, const Operation& op) {
  const unsigned bytes = op.lanes * op.element_bytes;
  Vector first_scratch;
  Vector last_scratch;
  const Vector& first = source_of(m, op, first_source(op), first_scratch);
  const Vector& last = source_of(m, op, first_source(op) + 1, last_scratch);
  const std::uint64_t unknown =
      whole_lanes((first.unknown | last.unknown) | ~low_bits(bytes), op.element_bytes);
  if (~unknown == 0) {
    return;
  }
  for (unsigned at = 0; at < bytes; at += kCell) {
    const std::uint64_t known = bits_of_bytes(~unknown >> at);
    DecidedBy by;
    std::memcpy(&by.first, first.bytes.data() + at, kCell);
    std::memcpy(&by.second, last.bytes.data() + at, kCell);
    m.passes->record_lanes(op.instruction, {by.first & known, by.second & known});
  }
}

void run_and_tell(Machine& m, const Operation& op) {
  if (m.passes != nullptr && !m.is_aside) {
    tell(m, op);
  }
  op.inner(m, op);
}

bool is_of_vectors(const Operation& op) {
  const auto is_read = [&](unsigned operand) {
    const Operand::Kind kind = op.operands.at(operand).kind;
    return kind == Operand::Kind::vector || kind == Operand::Kind::memory;
  };
  const unsigned first = first_source(op);
  return op.operand_count >= 2 && op.element_bytes != 0 && is_read(first) && is_read(first + 1) &&
         !same_vector(op, first, first + 1);
}

bool holds(unsigned condition, Difference difference) {
  return is_of_equality(condition)   ? difference == 0
         : is_beyond_zero(condition) ? difference > 0
                                     : difference < 0;
}

// Lane number `i` of a cell, as a condition takes it.
Difference number_in(const Operation& op, std::uint64_t cell, unsigned i) {
  return number_for(op.condition, cell >> (8 * op.element_bytes * i), op.element_bytes);
}

// How many times a number goes on by its step without leaving its range.
std::uint64_t runs_within_range(const Operation& op, Difference now, Difference step,
                                std::uint64_t most) {
  if (step == 0) {
    return most;
  }
  const Difference values = Difference{1} << (8U * op.element_bytes);
  const Difference least = takes_signed(op.condition) ? -values / 2 : 0;
  const Difference room = step > 0 ? least + values - 1 - now : now - least;
  return static_cast<std::uint64_t>(
      std::min<Difference>(room / (step > 0 ? step : -step), Difference{most}));
}

Difference step_of(const Operation& op, Difference from, Difference to) {
  const auto bits = static_cast<std::uint64_t>(to - from) & value_mask(op.element_bytes);
  return sign_extend(bits, op.element_bytes);
}

// Of one lane of either operand.
std::uint64_t runs_of_lane_alike(const Operation& op, const std::array<Difference, 2>& first,
                                 const std::array<Difference, 2>& last, std::uint64_t most) {
  const Difference now = last[0] - last[1];
  if (holds(op.condition, now) != holds(op.condition, first[0] - first[1])) {
    return 0;
  }
  std::array<Difference, 2> steps{};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps.at(i) = step_of(op, first.at(i), last.at(i));
    most = runs_within_range(op, last.at(i), steps.at(i), most);
  }
  const auto other = runs_until_other_way(op.condition, now, steps[0] - steps[1]);
  return other ? std::min(most, *other - 1) : most;
}

}  // namespace

void note_lane_comparisons(const MachineCode& code, Program& program) {
  for (Operation& op : program.operations) {
    if (is_without_meaning(op) || op.inner != nullptr || !is_of_vectors(op)) {
      continue;
    }
    const OpcodeName name = split_opcode_name(code.opcode_of(op.instruction));
    if (const auto condition = condition_of(name.mnemonic, op.immediate)) {
      const bool is_scalar = name.scalar || op.operand_count == 2;
      op.condition = static_cast<std::uint8_t>(*condition);
      op.lanes = static_cast<std::uint8_t>(is_scalar ? 1 : op.width_bytes / op.element_bytes);
      op.inner = std::exchange(op.run, run_and_tell);
    }
  }
}

DecidedBy lanes_further_on(const Operation& op, const DecidedBy& first, const DecidedBy& last,
                           std::uint64_t runs) {
  const std::uint64_t mask = value_mask(op.element_bytes);
  const auto cell_further_on = [&](std::uint64_t from, std::uint64_t to) {
    if (from == to) {
      return to;
    }
    std::uint64_t cell = 0;
    for (unsigned at = 0; at < 8 * kCell; at += 8U * op.element_bytes) {
      cell |= ((to >> at) + runs * ((to >> at) - (from >> at)) & mask) << at;
    }
    return cell;
  };
  return {cell_further_on(first.first, last.first), cell_further_on(first.second, last.second)};
}

std::uint64_t runs_of_lanes_alike(const Operation& op, const DecidedBy& first,
                                  const DecidedBy& last, std::uint64_t most) {
  if (first == last) {
    return most;
  }
  if (op.condition == kAnyChange) {
    return 0;
  }
  for (unsigned i = 0; i < kCell / op.element_bytes && most > 0; ++i) {
    most = runs_of_lane_alike(op, {number_in(op, first.first, i), number_in(op, first.second, i)},
                              {number_in(op, last.first, i), number_in(op, last.second, i)}, most);
  }
  return most;
}

}  // namespace clgauge::lens
