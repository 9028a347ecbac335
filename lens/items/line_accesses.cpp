#include "lens/items/line_accesses.h"

#include <algorithm>

namespace clgauge::lens {

void LineAccesses::touch_lines(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  while (address < end) {
    const std::uint64_t line_end = (address | (line_bytes_ - 1)) + 1;
    add({address, std::min(end, line_end) - 1});
    address = line_end;
  }
}

void LineAccesses::add(const Span& span) {
  // Lanes mostly go on in one direction, so that it is the end which is looked at first.
  std::size_t at = touched_.size();
  while (at > 0 && line_of(touched_[at - 1].first) > span.first) {
    --at;
  }
  if (at > 0 && line_of(touched_[at - 1].first) == line_of(span.first)) {
    latest_ = at - 1;
    touched_[latest_].first = std::min(touched_[latest_].first, span.first);
    touched_[latest_].last = std::max(touched_[latest_].last, span.last);
  } else {
    latest_ = at;
    touched_.insert(touched_.begin() + static_cast<std::ptrdiff_t>(at), span);
  }
  latest_line_ = line_of(span.first);
}

void LineAccesses::put(std::uint32_t place_number, const AccessPlace& place,
                       std::vector<MemoryAccess>& accesses) {
  for (const Span& one : touched_) {
    accesses.push_back({one.first, place_number,
                        static_cast<std::uint16_t>(one.last - one.first + 1), MemoryRegion::buffer,
                        place.is_store});
  }
  touched_.clear();
}

}  // namespace clgauge::lens
