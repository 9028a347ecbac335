#include "lens/traffic/line_set.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {

LineSet::LineSet(std::uint64_t line_bytes) : line_bytes_(line_bytes) {
  recent_.fill(std::numeric_limits<std::uint64_t>::max());
}

template <typename Counts, typename Take>
void LineSet::add_part(std::span<const Access> accesses, const Counts& counts, const Take& take) {
  for (const Access& access : accesses) {
    if (!counts(access)) {
      continue;
    }
    const std::uint64_t first = line_bytes_.quotient(access.address);
    const std::uint64_t last =
        line_bytes_.quotient(access.address + std::max<std::uint64_t>(access.bytes, 1) - 1);
    for (std::uint64_t line = first; line <= last; ++line) {
      std::uint64_t& recent = recent_[line % kRecent];
      if (recent != line) {
        recent = line;
        take(line);
      }
    }
  }
}

template <typename Counts>
void LineSet::add_those(const AccessTrace& trace, const Counts& counts) {
  trace.each_part([&](std::span<const Access> accesses, std::uint64_t times) {
    if (times == 1) {
      return add_part(accesses, counts, [this](std::uint64_t line) {
        if (places_.place_of(line, lines_.size()) == lines_.size()) {
          lines_.push_back(line);
        }
      });
    }
    const std::array<std::uint64_t, kRecent> plain = recent_;
    recent_.fill(std::numeric_limits<std::uint64_t>::max());
    add_part(accesses, counts, [this, times](std::uint64_t line) {
      const auto [known, is_new] = repeated_.try_emplace(line, times);
      known->second = std::min(known->second, times);
    });
    recent_ = plain;
  });
}

void LineSet::add(const AccessTrace& trace) {
  add_those(trace, [](const Access& access) { return !access.is_cover; });
}

void LineSet::add_stores(const AccessTrace& trace) {
  add_those(trace, [](const Access& access) {
    return access.is_store && !access.is_non_temporal && !access.is_cover;
  });
}

void LineSet::finish() {
  places_ = {};
  std::sort(lines_.begin(), lines_.end());
  if (repeated_.empty()) {
    return;
  }
  for (const std::uint64_t line : lines_) {
    repeated_.erase(line);
  }
  for (const auto& [line, times] : repeated_) {
    lines_.push_back(line);
  }
  std::sort(lines_.begin(), lines_.end());
}

LineSet LineSet::larger(std::uint64_t bytes) const {
  LineSet pages(bytes);
  const Divisor lines_of_page(bytes / line_bytes_.value());
  for (const std::uint64_t line : lines_) {
    const std::uint64_t page = lines_of_page.quotient(line);
    const auto times = static_cast<std::uint64_t>(times_of(line));
    if (pages.lines_.empty() || pages.lines_.back() != page) {
      pages.lines_.push_back(page);
      if (times > 1) {
        pages.repeated_.emplace(page, times);
      }
    } else if (const auto known = pages.repeated_.find(page); known != pages.repeated_.end()) {
      known->second = std::min(known->second, times);
      if (times == 1) {
        pages.repeated_.erase(known);
      }
    }
  }
  return pages;
}

double LineSet::size() const {
  double size = static_cast<double>(lines_.size() - repeated_.size());
  for (const auto& [line, times] : repeated_) {
    size += static_cast<double>(times);
  }
  return size;
}

bool LineSet::holds(std::uint64_t line) const {
  return std::binary_search(lines_.begin(), lines_.end(), line);
}

}  // namespace clgauge::lens
