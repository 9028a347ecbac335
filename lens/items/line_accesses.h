#pragma once

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

  void touch(std::uint64_t address, std::uint64_t bytes);
  // Appends those of what was touched since the last time, in the order of their addresses.
  void put(std::uint32_t place_number, const AccessPlace& place,
           std::vector<MemoryAccess>& accesses);

 private:
  struct Span {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // inclusive; of one line
  };
  [[nodiscard]] std::uint64_t line_of(const Span& span) const {
    return span.first & ~(line_bytes_ - 1);
  }
  void add(const Span& span);

  std::uint64_t line_bytes_;
  std::vector<Span> touched_;
  bool is_sorted_ = true;
};

}  // namespace clgauge::lens
