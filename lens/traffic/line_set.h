#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/traffic/divisor.h"
#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// The distinct lines of the accesses that were added, in order once finish() was called. Not
// thread-safe.
class LineSet {
 public:
  explicit LineSet(std::uint64_t line_bytes);

  void add(const std::vector<Access>& trace);
  // Of stores that go through the caches.
  void add_stores(const std::vector<Access>& trace);
  void finish();

  [[nodiscard]] bool holds(std::uint64_t line) const;
  [[nodiscard]] const std::vector<std::uint64_t>& lines() const { return lines_; }

 private:
  void add(const Access& access);

  // The last line added of those with the same low bits: most repetitions need no sorting.
  static constexpr std::size_t kRecent = 2048;
  std::array<std::uint64_t, kRecent> recent_{};
  Divisor line_bytes_;
  std::vector<std::uint64_t> lines_;
};

}  // namespace clgauge::lens
