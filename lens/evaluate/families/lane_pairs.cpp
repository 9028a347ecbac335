// Sums and differences of neighbouring lanes (phadd, phsub), and lanes by the sign of others
// (psign).
#include <cstdint>
#include <string>

#include "lens/evaluate/families/lane_operators.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

// a, its opposite, or zero.
template <typename T>
constexpr T signed_by(T a, T b) {
  return b < 0 ? static_cast<T>(-static_cast<std::int64_t>(a)) : b == 0 ? T{0} : a;
}

// Of each 16 bytes, those of the first source before those of the second.
template <typename T, auto kOperation>
void each_pair(Machine& m, const Operation& op) {
  Vector scratch_a;
  Vector scratch_b;
  const Vector& a = read_whole_vector(m, op, 1, scratch_a);
  const Vector& b = read_whole_vector(m, op, 2, scratch_b);
  constexpr unsigned kLanes = 16 / sizeof(T);
  Vector result;
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  for (unsigned i = 0; i < op.width_bytes / sizeof(T); ++i) {
    const Vector& from = i % kLanes < kLanes / 2 ? a : b;
    const unsigned first = i / kLanes * kLanes + 2 * (i % (kLanes / 2));
    set_lane<T>(result, i, kOperation(lane<T>(from, first), lane<T>(from, first + 1)));
    if ((from.unknown >> (first * sizeof(T)) & low_bits(2 * sizeof(T))) != 0) {
      result.unknown |= low_bits(sizeof(T)) << (i * sizeof(T));
    }
  }
  write_vector(m, op, result);
}

template <typename U>
void add_pairs(FamilyTable& table, const std::string& suffix) {
  table.add("PHADD" + suffix, {.run = each_pair<U, lane_sum<U>>, .lane_bytes = sizeof(U)});
  table.add("PHSUB" + suffix, {.run = each_pair<U, lane_difference<U>>, .lane_bytes = sizeof(U)});
}
template <typename S>
void add_signs(FamilyTable& table, const std::string& suffix) {
  table.add("PSIGN" + suffix, {.run = each_lane<S, signed_by<S>>, .lane_bytes = sizeof(S)});
}

}  // namespace

void add_lane_pairs(FamilyTable& table) {
  add_pairs<std::uint16_t>(table, "W");
  add_pairs<std::uint32_t>(table, "D");
  table.add("PHADDSW",
            {.run = each_pair<std::int16_t, saturated_sum<std::int16_t>>, .lane_bytes = 2});
  table.add("PHSUBSW",
            {.run = each_pair<std::int16_t, saturated_difference<std::int16_t>>, .lane_bytes = 2});
  add_signs<std::int8_t>(table, "B");
  add_signs<std::int16_t>(table, "W");
  add_signs<std::int32_t>(table, "D");
}

}  // namespace clgauge::lens
