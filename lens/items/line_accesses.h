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
    const std::uint64_t last = address + bytes - 1;
    if (bytes != 0 && !touched_.empty() && line_of(address) == line_of(touched_[latest_].first) &&
        line_of(last) == line_of(address)) {  // neighbours mostly lie in one line
      touched_[latest_].first = std::min(touched_[latest_].first, address);
      touched_[latest_].last = std::max(touched_[latest_].last, last);
      return;
    }
    touch_lines(address, bytes);
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
};

}  // namespace clgauge::lens
