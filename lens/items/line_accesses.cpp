#include "lens/items/line_accesses.h"

#include <algorithm>

namespace clgauge::lens {

void LineAccesses::touch(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  while (address < end) {
    const std::uint64_t line_end = (address | (line_bytes_ - 1)) + 1;
    add({address, std::min(end, line_end) - 1});
    address = line_end;
  }
}

// Neighbours mostly come one after the other.
void LineAccesses::add(const Span& span) {
  if (touched_.empty() || span.first < touched_.back().first) {
    is_sorted_ = is_sorted_ && touched_.empty();
    touched_.push_back(span);
  } else if (line_of(span) == line_of(touched_.back())) {
    touched_.back().last = std::max(touched_.back().last, span.last);
  } else {
    touched_.push_back(span);
  }
}

void LineAccesses::put(std::uint32_t place_number, const AccessPlace& place,
                       std::vector<MemoryAccess>& accesses) {
  if (!is_sorted_) {
    std::sort(touched_.begin(), touched_.end(),
              [](const Span& a, const Span& b) { return a.first < b.first; });
  }
  for (std::size_t i = 0; i < touched_.size();) {
    Span all = touched_[i];
    for (++i; i < touched_.size() && line_of(touched_[i]) == line_of(all); ++i) {
      all.last = std::max(all.last, touched_[i].last);
    }
    accesses.push_back({all.first, place_number,
                        static_cast<std::uint16_t>(all.last - all.first + 1), MemoryRegion::buffer,
                        place.is_store});
  }
  touched_.clear();
  is_sorted_ = true;
}

}  // namespace clgauge::lens
