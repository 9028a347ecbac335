#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "lens/traffic/cache.h"

namespace clgauge::lens {

// Which sets of a cache took as many lines as they hold within a window. Not thread-safe.
class SetFills {
 public:
  SetFills(const CacheShape& shape, std::uint64_t sets)
      : ways_(shape.capacity_bytes / shape.line_bytes / sets),
        times_(sets * ways_, kNever),
        next_(sets, 0) {}

  void add(std::uint64_t set, std::uint64_t now) {
    times_[set * ways_ + next_[set]] = now;
    next_[set] = (next_[set] + 1) % ways_;
  }

  // Whether nothing is left in the set of what it held a window ago.
  [[nodiscard]] bool turned_over(std::uint64_t set, std::uint64_t now, std::uint64_t window) const {
    const std::uint64_t oldest = times_[set * ways_ + next_[set]];
    return oldest != kNever && now - oldest <= window;
  }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t ways_;
  std::vector<std::uint64_t> times_;  // of the last fills, as many as a set has ways
  std::vector<std::uint64_t> next_;   // the oldest of them, by set
};

}  // namespace clgauge::lens
