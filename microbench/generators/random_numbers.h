#pragma once

#include <cstdint>

namespace clgauge::microbench {

// OpenCL C: `x`, random numbers of work-item i, one a trip; a chain of four cycles or so.
inline constexpr const char* kFirstRandom = "uint x = (uint)i * 2654435761u + 12345u;";
inline constexpr const char* kNextRandom = "x = x * 1664525u + 1013904223u;";

// The same numbers.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::int64_t item)
      : x_(static_cast<std::uint32_t>(item) * 2654435761U + 12345U) {}
  std::uint32_t next() { return x_ = x_ * 1664525U + 1013904223U; }

 private:
  std::uint32_t x_;
};

// Splits all random numbers into so many ranges; rounded up, so that there are no more.
[[nodiscard]] inline std::uint32_t random_range(std::int64_t ranges) {
  return static_cast<std::uint32_t>(((std::int64_t{1} << 32U) - 1) / ranges + 1);
}

}  // namespace clgauge::microbench
