#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"

namespace clgauge::lens {

// What items access together, as the memory sees it: once each line that they touch.
class LineAccesses {
 public:
  // A power of two up to 32 KiB.
  explicit LineAccesses(std::uint64_t line_bytes) : line_bytes_(line_bytes) {}

  void touch(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t offset = address - latest_line_;
    const bool is_within = offset < line_bytes_ && bytes - 1 < line_bytes_ - offset;
    if (is_within && !touched_.empty()) {  // neighbours mostly lie in one line
      Span& latest = touched_[latest_];
      latest.first = std::min(latest.first, address);
      latest.last = std::max(latest.last, address + bytes - 1);
    } else {
      touch_lines(address, bytes);
    }
  }
  // Appends those of what was touched since the last time, in the order of their addresses.
  void put(std::uint32_t place_number, const AccessPlace& place,
           std::vector<MemoryAccess>& accesses);

 private:
  struct Span {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // inclusive; of one line
  };
  [[nodiscard]] std::uint64_t line_of(std::uint64_t address) const {
    return address & ~(line_bytes_ - 1);
  }
  void touch_lines(std::uint64_t address, std::uint64_t bytes);
  void add(const Span& span);

  std::uint64_t line_bytes_;
  std::vector<Span> touched_;  // one each line, in order
  std::size_t latest_ = 0;     // of those, the one that was touched last
  std::uint64_t latest_line_ = 0;
};

}  // namespace clgauge::lens
