#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "lens/traffic/core_waits.h"
#include "lens/traffic/steps.h"

namespace clgauge::lens {

// Lines from memory whose stride a prefetcher follows, but only two lines ahead: a Zen 4 does so at
// strides of exactly 2, 4 and 8 KiB, rows of 512 to 2048 floats, where it is far ahead of 1, 6, 12
// or 16 KiB and of 4160 bytes. From the last cache they come in time.
//
// An EPYC 9004 (C programs, a core alone, pages of 4 KiB; of 2 MiB they are 1 to 3 ns less), ns
// that a line takes beyond the micro-operations that stand between two of them:
//
//   micro-operations          0    16    64   128   256
//   4096 bytes               14    14    22    23    20
//   2048, 8192           10, 16 12, 16 20, 23 22, 24 19, 22
//   4160 (8256 to a fifth more) 11  10     9     6     2
//   here, beyond 4160         2     5    11    14    18  (a wait of 110 ns)
//   64 micro-operations a line: two such loads by turns 13 each (4160: 4), four of lines side by
//   side 6 (1), a store 18 (7), load and store of a line 22 (9), load one and store another 12 (4)
//
// A Zen 5 follows these as it does others: loads 4096 bytes apart among 64 micro-operations take
// 7.2, 4160 bytes apart 6.3, among 256 1.1 and 0.7. (Stores at 2 to 16 KiB take 5 to 7 among 16
// micro-operations, where 4160 bytes take 1 to 2, and as long from 128 on: no wait.)
//
// Streams of lines that masked loads come to are followed as late by a Zen 5 (an EPYC 9005, whole
// rows of 12 KiB, one line after the other, n dependent additions beside each, ns a line beyond
// plain loads; tiles of four rows of four lines; of sixteen, 0 to 2):
//
//   n                         2     8    16    32    64
//   rows                    8.6   8.8  10.0  12.9  17.2
//   tiles                   3.3   3.7   3.4   3.3
//   rows, last cache        1.2   1.2   1.2   1.5   1.7
// Not thread-safe.
class LateStrides {
 public:
  explicit LateStrides(const FollowedLines& followed)
      : shortest_(followed.shortest_late_stride), longest_(followed.longest_late_stride) {}

  // Whether a stride is followed so, in either direction.
  [[nodiscard]] bool is_late(std::uint64_t stride) const {
    const std::uint64_t bytes = length_of(stride);
    return std::has_single_bit(bytes) && bytes >= shortest_ && bytes <= longest_;
  }

  // A line of this stream (the instruction that comes to it by such a stride): the part of a wait
  // that is its own, where the core takes in what it does within `window` accesses.
  [[nodiscard]] double wait_of(std::uint32_t stream, std::uint64_t now, std::uint64_t window) {
    remember({stream, now});
    const auto in_window = static_cast<double>(
        std::ranges::count_if(lines_, [&](const Line& line) { return now - line.time <= window; }));
    return 1 / (kAtLeast + kThreadsOfCore * in_window + kAhead * static_cast<double>(streams_));
  }

 private:
  static constexpr std::size_t kLines = 32;
  static constexpr double kAtLeast = 2;
  static constexpr double kThreadsOfCore = 2;  // one has the window that it leaves to the other
  static constexpr double kAhead = 2;          // lines of each stream

  struct Line {
    std::uint32_t stream = 0;
    std::uint64_t time = 0;
  };

  void remember(const Line& line) {
    if (lines_.size() == kLines) {
      streams_ -= --lines_of_[lines_.front().stream] == 0 ? 1U : 0U;
      lines_.pop_front();
    }
    lines_.push_back(line);
    if (line.stream >= lines_of_.size()) {
      lines_of_.resize(line.stream + std::size_t{1});
    }
    streams_ += lines_of_[line.stream]++ == 0 ? 1U : 0U;
  }

  std::uint64_t shortest_;
  std::uint64_t longest_;
  std::deque<Line> lines_;               // the last ones
  std::vector<std::uint32_t> lines_of_;  // of those, by stream
  std::size_t streams_ = 0;              // that have some
};

}  // namespace clgauge::lens
