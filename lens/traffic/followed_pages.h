#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lens/traffic/core_waits.h"

namespace clgauge::lens {

// The pages in which a prefetcher follows streams through memory: few at a time, so that many
// streams, taken a few lines each by turns, drive one another out before it gets ahead of any. A
// Zen 4, lines from memory: 3 to 4 ns each up to 12 streams, 5 to 6 with 16, 8 to 10 with 24 and
// more, whether a stream is left after a line or after eight of them. Not thread-safe.
class FollowedPages {
 public:
  explicit FollowedPages(const FollowedLines& followed)
      : lines_to_get_ahead_(followed.lines_to_get_ahead),
        goes_on_from_edges_(followed.only_next),
        pages_(followed.pages) {}

  // A line that the caches missed: whether the prefetcher is ahead of it by now.
  [[nodiscard]] bool follows(std::uint64_t line) {
    const std::uint64_t page = line / kPageLines;
    // A stream takes what is known of it along to the next page.
    auto found = std::find_if(pages_.begin(), pages_.end(), [&](const Page& one) {
      return one.number + 1 >= page && one.number <= page + 1 &&
             (one.number == page || !goes_on_from_edges_ || line - one.line + kEdge <= 2 * kEdge);
    });
    if (found == pages_.end()) {
      found = pages_.end() - 1;
      found->lines = 0;
    }
    found->number = page;
    found->line = line;
    const bool is_ahead = found->lines >= lines_to_get_ahead_;
    found->lines = std::min(found->lines + 1, lines_to_get_ahead_);
    std::rotate(pages_.begin(), found, found + 1);
    return is_ahead;
  }

 private:
  static constexpr std::uint64_t kPageLines = 64;
  static constexpr std::uint64_t kEdge = 4;  // lines

  struct Page {
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max() / 2;
    std::uint64_t line = 0;  // the last one
    std::uint32_t lines = 0;
  };
  std::uint32_t lines_to_get_ahead_;
  bool goes_on_from_edges_;  // only; rows of matrices lie in neighbouring pages, too
  std::vector<Page> pages_;  // the last one used at the front
};

}  // namespace clgauge::lens
