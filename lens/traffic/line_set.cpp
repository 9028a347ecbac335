#include "lens/traffic/line_set.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {

LineSet::LineSet(std::uint64_t line_bytes) : line_bytes_(line_bytes) {
  recent_.fill(std::numeric_limits<std::uint64_t>::max());
}

void LineSet::add(const Access& access) {
  const std::uint64_t first = line_bytes_.quotient(access.address);
  const std::uint64_t last =
      line_bytes_.quotient(access.address + std::max<std::uint64_t>(access.bytes, 1) - 1);
  for (std::uint64_t line = first; line <= last; ++line) {
    std::uint64_t& recent = recent_[line % kRecent];
    if (recent != line) {
      recent = line;
      lines_.push_back(line);
    }
  }
}

void LineSet::add(const std::vector<Access>& trace) {
  for (const Access& access : trace) {
    if (!access.is_cover) {
      add(access);
    }
  }
}

void LineSet::add_stores(const std::vector<Access>& trace) {
  for (const Access& access : trace) {
    if (access.is_store && !access.is_non_temporal) {
      add(access);
    }
  }
}

void LineSet::finish() {
  std::sort(lines_.begin(), lines_.end());
  lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
}

bool LineSet::holds(std::uint64_t line) const {
  return std::binary_search(lines_.begin(), lines_.end(), line);
}

}  // namespace clgauge::lens
