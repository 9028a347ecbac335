#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace clgauge::collector {

// A set of bytes as disjoint half-open ranges, sorted.
class ByteRanges {
 public:
  // The `bytes` bytes from `first`.
  ByteRanges(std::int64_t first, std::int64_t bytes) : ranges_{{first, first + bytes}} {}

  // Becomes the union of `copies` copies of itself, each `stride` bytes behind the one before.
  // Throws Error(unsupported) when that has more than 2^24 ranges.
  void repeat(std::int64_t stride, std::int64_t copies);
  void add(const ByteRanges& other);

  [[nodiscard]] std::int64_t count() const;
  // Distinct blocks of `line_bytes` bytes, beginning at multiples of it, that hold one of the
  // bytes.
  [[nodiscard]] std::int64_t count_lines(std::int64_t line_bytes) const;

 private:
  void normalise();
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges_;
};

[[nodiscard]] constexpr std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

}  // namespace clgauge::collector
