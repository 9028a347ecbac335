// Arithmetic of bytes and words that saturates, averages or sums up neighbours.
#include "lens/evaluate/families/lane_operators.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

template <typename T>
constexpr T average(T a, T b) {
  return static_cast<T>((std::uint32_t{a} + b + 1) >> 1U);
}
constexpr std::int16_t multiply_high_rounded(std::int16_t a, std::int16_t b) {
  return static_cast<std::int16_t>(((std::int32_t{a} * b >> 14) + 1) >> 1);
}
// pmaddubsw: two neighbours, a's without sign.
constexpr std::uint16_t multiply_add_bytes(std::uint16_t a, std::uint16_t b) {
  const auto product = [&](unsigned shift) {
    return static_cast<std::int32_t>(a >> shift & 0xFFU) * static_cast<std::int8_t>(b >> shift);
  };
  return static_cast<std::uint16_t>(clamped<std::int16_t>(product(0) + product(8)));
}
// psadbw: the sum of eight differences.
constexpr std::uint64_t sum_of_differences(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    const std::uint64_t x = a >> shift & 0xFFU;
    const std::uint64_t y = b >> shift & 0xFFU;
    sum += x > y ? x - y : y - x;
  }
  return sum;
}

// vdbpsadbw: sums of four differences; which fours of b, the immediate says for each 16 bytes.
void sum_shuffled_differences(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_whole_vector(m, op, 2, scratch);
  Vector result;
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  for (unsigned i = 0; i < op.width_bytes / 2U; ++i) {
    const unsigned block = i / 8 * 16;
    const unsigned within = i % 8;
    // Words 0, 1 and 4, 5 start at a's first and third four of each 8; b's move on by bytes.
    const unsigned from_a = block + within / 4 * 8 + within % 4 / 2 * 4;
    const unsigned place = within / 4 * 8 + within % 4;
    std::uint16_t sum = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const unsigned at = place + k;
      const auto four = static_cast<unsigned>(op.immediate >> (2 * (at / 4)) & 3U);
      const unsigned from_b = block + 4 * four + at % 4;
      const int difference = int{a.bytes[from_a + k]} - int{b.bytes[from_b]};
      sum = static_cast<std::uint16_t>(sum + (difference < 0 ? -difference : difference));
      if (((a.unknown >> (from_a + k) | b.unknown >> from_b) & 1U) != 0) {
        result.unknown |= 3ULL << (2 * i);
      }
    }
    set_lane<std::uint16_t>(result, i, sum);
  }
  write_vector(m, op, result);
}

template <typename S, typename U>
void add_lanes(FamilyTable& table, const std::string& suffix) {
  constexpr auto kBytes = static_cast<unsigned>(sizeof(U));
  table.add("PADDS" + suffix, {.run = each_lane<S, saturated_sum<S>>, .lane_bytes = kBytes});
  table.add("PADDUS" + suffix, {.run = each_lane<U, saturated_sum<U>>, .lane_bytes = kBytes});
  table.add("PSUBS" + suffix, {.run = each_lane<S, saturated_difference<S>>, .lane_bytes = kBytes});
  table.add("PSUBUS" + suffix,
            {.run = each_lane<U, saturated_difference<U>>, .lane_bytes = kBytes});
  table.add("PAVG" + suffix, {.run = each_lane<U, average<U>>, .lane_bytes = kBytes});
}

}  // namespace

void add_saturation(FamilyTable& table) {
  add_lanes<std::int8_t, std::uint8_t>(table, "B");
  add_lanes<std::int16_t, std::uint16_t>(table, "W");
  table.add("PMULHRSW", {.run = each_lane<std::int16_t, multiply_high_rounded>, .lane_bytes = 2});
  table.add("PMADDUBSW", {.run = each_lane<std::uint16_t, multiply_add_bytes>, .lane_bytes = 2});
  table.add("PSADBW", {.run = each_lane<std::uint64_t, sum_of_differences>, .lane_bytes = 8});
  table.add("DBPSADBW", {.run = sum_shuffled_differences, .lane_bytes = 2});
}

}  // namespace clgauge::lens
