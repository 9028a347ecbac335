#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/scrambled.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/recent_misses.h"

namespace clgauge::lens {

// Lines that a prefetcher has brought along beyond the end of a row, so that the tile beside it, of
// as many rows, begins with them. A Zen 4 gets ahead of a row at its fourth line and stays ahead of
// it in the second cache, however many rows come meanwhile. C programs, a core alone, pages of 2
// MiB: tiles of rows 16448 bytes apart in each of four arrays, loads from memory, ns that a line of
// each array takes beyond what it takes from the second cache:
//
//   lines a row      1    2    3    4    8
//    4 rows          0    0         0
//    8               8   18   14   10    0
//   16               3   73   16    0    0
//   32              22   75   15    0    0
//   64, 128              73   15    0    0
//
// Rows that begin within a line (60 bytes further), each of which shares it with the row before: 16
// rows of one line 38, of two 38, of four 0; 32 rows 77, 38, 0. Not thread-safe.
class LinesBeyondRows {
 public:
  explicit LinesBeyondRows(const FollowedLines& followed)
      : brought_(followed.brings_lines_beyond_rows ? kLines : 0, kNowhere) {}

  // Whether a line that the second cache missed was brought along.
  [[nodiscard]] bool has_brought(std::uint64_t line) const {
    return !brought_.empty() && brought_[place_of(line)] == line;
  }

  // A line that the second cache missed, and that `recent` knows of.
  void add(std::uint64_t line, const RecentMisses& recent, std::uint64_t now) {
    if (brought_.empty()) {
      return;
    }
    for (std::uint64_t before = 1; before < kLinesToGetAhead; ++before) {
      if (!recent.holds(line - before, now)) {
        return;
      }
    }
    for (std::uint64_t ahead = 1; ahead <= kAhead; ++ahead) {
      brought_[place_of(line + ahead)] = line + ahead;
    }
  }

 private:
  static constexpr std::size_t kLines = 4096;  // of a second cache of 16384
  static constexpr std::uint64_t kLinesToGetAhead = 4;
  static constexpr std::uint64_t kAhead = 2;  // the third one is part of a stream again
  static constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] static std::size_t place_of(std::uint64_t line) { return mixed(line) % kLines; }

  std::vector<std::uint64_t> brought_;
};

}  // namespace clgauge::lens
