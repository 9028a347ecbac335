#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace clgauge::lens {

// A number for each line, in the order of their coming. Grows as lines come. Not thread-safe.
class LinePlaces {
 public:
  // The place of a line; `next` becomes that of a line that has none yet: as many have one.
  std::size_t place_of(std::uint64_t line, std::size_t next) {
    if (2 * (next + 1) > slots_.size()) {
      grow();
    }
    Slot& slot = slot_of(line);
    if (slot.line != line) {
      slot = {line, next};
    }
    return slot.place;
  }

 private:
  static constexpr std::uint64_t kNoLine = std::numeric_limits<std::uint64_t>::max();
  struct Slot {
    std::uint64_t line = kNoLine;
    std::size_t place = 0;
  };

  [[nodiscard]] Slot& slot_of(std::uint64_t line) {
    constexpr std::uint64_t kScatter = 0x9e3779b97f4a7c15ULL;
    constexpr unsigned kHigh = 32;
    std::size_t at = (line * kScatter >> kHigh) & (slots_.size() - 1);
    while (slots_[at].line != line && slots_[at].line != kNoLine) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at];
  }
  void grow() {
    const std::vector<Slot> before = std::move(slots_);
    slots_.assign(std::max(kFewest, 4 * before.size()), {});
    for (const Slot& slot : before) {
      if (slot.line != kNoLine) {
        slot_of(slot.line) = slot;
      }
    }
  }

  static constexpr std::size_t kFewest = 1024;  // a power of two, as all sizes
  std::vector<Slot> slots_;
};

}  // namespace clgauge::lens
