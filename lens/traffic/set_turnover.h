#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "lens/traffic/cache.h"

namespace clgauge::lens {

// Which sets of a cache have been touched in as many lines as they hold within a window: what one
// held before is gone then, whether those lines came or were there. Not thread-safe.
class SetTurnover {
 public:
  SetTurnover(const CacheShape& shape, std::uint64_t sets)
      : ways_(shape.capacity_bytes / shape.line_bytes / sets), touches_(sets * ways_) {}

  void add(std::uint64_t set, std::uint64_t line, std::uint64_t now) {
    Touch* const first = touches_.data() + set * ways_;
    Touch moved{line, now};
    for (std::uint64_t way = 0; way < ways_; ++way) {
      std::swap(first[way], moved);
      if (moved.line == line) {
        return;
      }
    }
  }

  // Whether nothing is left in the set of what it held a window ago.
  [[nodiscard]] bool turned_over(std::uint64_t set, std::uint64_t now, std::uint64_t window) const {
    const std::uint64_t oldest = touches_[set * ways_ + ways_ - 1].time;
    return oldest != kNever && now - oldest <= window;
  }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  struct Touch {
    std::uint64_t line = kNever;
    std::uint64_t time = kNever;
  };

  std::uint64_t ways_;
  std::vector<Touch> touches_;  // the last one of each line, by set, youngest first
};

}  // namespace clgauge::lens
