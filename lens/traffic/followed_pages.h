#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace clgauge::lens {

// The pages in which a prefetcher follows streams through memory: few at a time, so that many
// streams, taken a few lines each by turns, drive one another out before it gets ahead of any. Not
// thread-safe.
class FollowedPages {
 public:
  // A line that the caches missed: whether the prefetcher is ahead of it by now.
  [[nodiscard]] bool follows(std::uint64_t line) {
    const std::uint64_t page = line / kPageLines;
    // A stream takes what is known of it along to the next page.
    auto found = std::find_if(pages_.begin(), pages_.end(), [page](const Page& one) {
      return one.number + 1 >= page && one.number <= page + 1;
    });
    if (found == pages_.end()) {
      found = pages_.end() - 1;
      found->lines = 0;
    }
    found->number = page;
    const bool is_ahead = found->lines >= kLinesToGetAhead;
    found->lines = std::min(found->lines + 1, kLinesToGetAhead);
    std::rotate(pages_.begin(), found, found + 1);
    return is_ahead;
  }

 private:
  // Zen 4, lines from memory: 3 to 4 ns each up to 12 streams, 5 to 6 with 16, 8 to 10 with 24 and
  // more, whether a stream is left after a line or after eight of them.
  static constexpr std::size_t kPages = 16;
  static constexpr std::uint32_t kLinesToGetAhead = 8;
  static constexpr std::uint64_t kPageLines = 64;

  struct Page {
    std::uint64_t number = std::numeric_limits<std::uint64_t>::max() / 2;
    std::uint32_t lines = 0;
  };
  std::array<Page, kPages> pages_{};  // the last one used at the front
};

}  // namespace clgauge::lens
