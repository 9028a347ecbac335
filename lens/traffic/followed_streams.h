#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace clgauge::lens {

// Streams of lines that the second cache misses, of all arrays together, as many as a prefetcher
// goes on with: each row of a tile is one, until the tile beside it goes on. Beyond them each piece
// of a row waits. C programs on an EPYC 9005, pages of 4 KiB or 2 MiB alike: tiles of T rows,
// pieces of R lines, loads of 16 bytes from each of three arrays, the next tile beside, about 290
// micro-operations, ns a line of each array:
//
//   T             1    8   16   32   64
//   R = 2        11   17   57   80   82
//       4        11   19   61   64   67
//       8        11   17   20   25   27
//
// From one array a line begins to wait at 30 to 40 rows, from two at 15 to 20, three 10 to 12, six
// 5 to 8. Loads of a whole line are followed from row to row whatever T is (followed_strides.h).
// Not thread-safe.
class FollowedStreams {
 public:
  // None where they are not followed so.
  explicit FollowedStreams(bool are_followed) : are_followed_(are_followed) { streams_.fill({}); }

  // A line that the second cache misses: whether it goes on with one of them. The one that has not
  // gone on for longest makes room for it where it does not.
  bool follow(std::uint64_t line) {
    if (!are_followed_) {
      return false;
    }
    const auto place = std::ranges::find_if(streams_, [line](const Stream& stream) {
      return stream.last != kNowhere && line - stream.last + kBehind <= kBehind + kAhead;
    });
    const bool goes_on = place != streams_.end();
    const std::uint32_t steps = goes_on ? place->steps : 0;
    const std::uint64_t last = goes_on ? place->last : kNowhere;
    const auto end = goes_on ? place : streams_.end() - 1;
    std::copy_backward(streams_.begin(), end, end + 1);
    streams_.front() = {line, goes_on ? steps + (line == last + 1 ? kStepsToShow : 1) : 0};
    if (!goes_on || steps >= kStepsToShow) {
      return goes_on;
    }
    const auto in_page = std::ranges::count_if(streams_, [line](const Stream& stream) {
      return stream.last / kLinesOfPage == line / kLinesOfPage;
    });
    return in_page <= kStreamsOfPage;
  }

 private:
  static constexpr std::size_t kStreams = 32;
  // Lines at random in a page are none, though one lies beside another one soon.
  static constexpr std::uint32_t kStepsToShow = 2;
  static constexpr std::ptrdiff_t kStreamsOfPage = 2;
  static constexpr std::uint64_t kLinesOfPage = 64;
  static constexpr std::uint64_t kBehind = 2;  // lines
  static constexpr std::uint64_t kAhead = 4;
  static constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();

  struct Stream {
    std::uint64_t last = kNowhere;
    std::uint32_t steps = 0;  // that it has gone on
  };

  bool are_followed_;
  std::array<Stream, kStreams> streams_{};  // the latest first
};

}  // namespace clgauge::lens
