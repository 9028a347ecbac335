// Shifts and rotations of vector lanes.
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

enum class Way { left, right, arithmetic, rotate_left, rotate_right };

template <typename U, Way kWay>
U shifted(U value, std::uint64_t count) {
  constexpr unsigned kBits = 8 * sizeof(U);
  if (kWay == Way::rotate_left || kWay == Way::rotate_right) {
    const auto by = static_cast<unsigned>(
        kWay == Way::rotate_left ? count % kBits : (kBits - count % kBits) % kBits);
    return by == 0 ? value : static_cast<U>(value << by | value >> (kBits - by));
  }
  if (kWay == Way::arithmetic) {
    const std::int64_t wide = sign_extend(value, sizeof(U));
    return static_cast<U>(wide >> (count < kBits ? count : kBits - 1));
  }
  if (count >= kBits) {
    return 0;
  }
  return static_cast<U>(kWay == Way::left ? value << count : value >> count);
}

// Whole bytes that move within a lane take what is known of them along; the rest spoils the lane.
template <unsigned kLane, Way kWay>
std::uint64_t shifted_unknown(std::uint64_t unknown, std::uint64_t count, unsigned width) {
  if (unknown == 0) {
    return 0;
  }
  if (count % 8 != 0 || (kWay != Way::left && kWay != Way::right)) {
    return whole_lanes(unknown, kLane);
  }
  if (count >= std::uint64_t{8} * kLane) {
    return 0;
  }
  std::uint64_t moved = 0;
  const auto bytes = static_cast<unsigned>(count / 8);
  for (unsigned at = 0; at < width; at += kLane) {
    const std::uint64_t lane_bits = unknown >> at & low_bits(kLane);
    moved |= ((kWay == Way::left ? lane_bits << bytes : lane_bits >> bytes) & low_bits(kLane))
             << at;
  }
  return moved;
}

// By an immediate, or by the lowest 64 bits of a vector (whose memory form is 16 bytes).
template <typename U, Way kWay>
void shift_all(Machine& m, const Operation& op) {
  Vector scratch;
  std::uint64_t count = op.immediate & 0xFFU;
  if (op.operands[2].kind != Operand::Kind::immediate) {
    Vector counts;
    if (op.operands[2].kind == Operand::Kind::memory) {
      load_vector(m, op, effective_address(m, op), 16, counts);
    } else {
      counts = m.vector[op.operands[2].reg];
    }
    count = lane<std::uint64_t>(counts, 0);
    if ((counts.unknown & 0xFFU) != 0) {
      Vector result;
      result.unknown = low_bits(op.width_bytes);
      result.origin = counts.origin;
      return write_vector(m, op, result);
    }
  }
  const Vector& a = read_vector(m, op, 1, scratch);
  Vector result;
  result.origin = a.origin;
  result.unknown =
      shifted_unknown<sizeof(U), kWay>(a.unknown & low_bits(op.width_bytes), count, op.width_bytes);
  for (unsigned i = 0; i < op.width_bytes / sizeof(U); ++i) {
    set_lane<U>(result, i, shifted<U, kWay>(lane<U>(a, i), count));
  }
  write_vector(m, op, result);
}

template <typename U, Way kWay>
U shifted_by_lane(U value, U count) {
  return shifted<U, kWay>(value, count);
}

// pslldq and psrldq: bytes, within each 16.
template <bool kLeft>
void shift_bytes(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  const auto by = static_cast<unsigned>(op.immediate & 0xFFU);
  Vector result;
  result.origin = a.origin;
  for (unsigned i = 0; i < op.width_bytes && by < 16; ++i) {
    const unsigned within = i % 16;
    if (kLeft ? within < by : within + by >= 16) {
      continue;
    }
    const unsigned from = kLeft ? i - by : i + by;
    result.bytes[i] = a.bytes[from];
    result.unknown |= (a.unknown >> from & 1U) << i;
  }
  write_vector(m, op, result);
}

// Counts in a vector come from 16 bytes of memory, not from as many as the operation is wide.
void prepare_vector_shift(const OpcodeName& name, Operation& op) {
  if (name.form.substr(0, 2) == "rm" && !name.broadcast) {
    op.memory_bytes = 16;
  }
}

template <typename U>
void add_shifts_of(FamilyTable& table, const std::string& suffix) {
  table.add(
      "PSLL" + suffix,
      {.run = shift_all<U, Way::left>, .lane_bytes = sizeof(U), .prepare = prepare_vector_shift});
  table.add(
      "PSRL" + suffix,
      {.run = shift_all<U, Way::right>, .lane_bytes = sizeof(U), .prepare = prepare_vector_shift});
  table.add("PSRA" + suffix, {.run = shift_all<U, Way::arithmetic>,
                              .lane_bytes = sizeof(U),
                              .prepare = prepare_vector_shift});
  table.add("PSLLV" + suffix,
            {.run = each_lane<U, shifted_by_lane<U, Way::left>>, .lane_bytes = sizeof(U)});
  table.add("PSRLV" + suffix,
            {.run = each_lane<U, shifted_by_lane<U, Way::right>>, .lane_bytes = sizeof(U)});
  table.add("PSRAV" + suffix,
            {.run = each_lane<U, shifted_by_lane<U, Way::arithmetic>>, .lane_bytes = sizeof(U)});
}

}  // namespace

void add_vector_shifts(FamilyTable& table) {
  add_shifts_of<std::uint16_t>(table, "W");
  add_shifts_of<std::uint32_t>(table, "D");
  add_shifts_of<std::uint64_t>(table, "Q");
  table.add("PROLD", {.run = shift_all<std::uint32_t, Way::rotate_left>, .lane_bytes = 4});
  table.add("PROLQ", {.run = shift_all<std::uint64_t, Way::rotate_left>, .lane_bytes = 8});
  table.add("PRORD", {.run = shift_all<std::uint32_t, Way::rotate_right>, .lane_bytes = 4});
  table.add("PRORQ", {.run = shift_all<std::uint64_t, Way::rotate_right>, .lane_bytes = 8});
  table.add("PROLVD",
            {.run = each_lane<std::uint32_t, shifted_by_lane<std::uint32_t, Way::rotate_left>>,
             .lane_bytes = 4});
  table.add("PRORVD",
            {.run = each_lane<std::uint32_t, shifted_by_lane<std::uint32_t, Way::rotate_right>>,
             .lane_bytes = 4});
  table.add("PROLVQ",
            {.run = each_lane<std::uint64_t, shifted_by_lane<std::uint64_t, Way::rotate_left>>,
             .lane_bytes = 8});
  table.add("PRORVQ",
            {.run = each_lane<std::uint64_t, shifted_by_lane<std::uint64_t, Way::rotate_right>>,
             .lane_bytes = 8});
  table.add("PSLLDQ", {shift_bytes<true>});
  table.add("PSRLDQ", {shift_bytes<false>});
}

}  // namespace clgauge::lens
