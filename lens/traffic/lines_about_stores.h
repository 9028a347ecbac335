#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/traffic/core_waits.h"

namespace clgauge::lens {

// What stores lose on a core where that was timed (CrowdsOfSets::lost_line): of a set's n lines
// that a full queue of stores and the loads beside them call for, as many as the set has ways are
// there when a store's turn comes, whatever their order. The other stores keep those behind them
// waiting.
//
// An EPYC 9005 (12 ways; C programs, a core alone), cycles a store down n lines of each of so many
// sets by turns, 16 times, then of the next sets; and what comes of this here:
//
//   n               14    16    20    24    28    34    40    48    64    96   128
//   one set        6.8   6.9    11    15    17    22    27    30    30    30    30
//   here           6.0   8.4    13    17    22    27    33    34    32    31    31
//   once           4.9   8.1    11    12    13    15    17    19    22    25    26
//   here           3.5   6.7    11    14    16    19    21    22    29    29    30
//   2                    7.1          14          17                17          17
//   here                  11          18          20                19          19
//   4                    6.2          11          12                11          12
//   here                  12          12          11                11          11
//   8                    6.9         7.5         7.5               6.5         7.6
//   here                 7.6         6.9         6.8               6.8         6.9
//   load and store 7.3   9.2    19    28    34    45    53    59    50    41    44
//   here           6.2   8.8    14    19    24    31    38    41    42    44    44
//     16 NOPs      6.6   7.9    15    20    24    31    35    48    34    32    34
//   here           6.3   9.3    15    21    27    33    39    33    42    43    43
//   beside loads of
//   other sets           7.1          15          22                21          23
//
// with up to 32 NOPs beside each the same, with 64 8 where the lines come once and as above where
// they come again: the queue outlasts what the core does meanwhile. Not thread-safe.
class LinesAboutStores {
 public:
  LinesAboutStores(std::uint64_t sets, unsigned ways, const CrowdsOfSets& crowds)
      : ways_(ways), crowds_(crowds), sets_(crowds.lost_line > 0 ? sets : 0) {}

  [[nodiscard]] bool are_timed() const { return !sets_.empty(); }

  // A store's line, or one that a load calls for.
  void store_to(std::uint64_t line, std::uint64_t set, std::uint64_t now) {
    note(line, set, now, true);
  }
  void load(std::uint64_t line, std::uint64_t set, std::uint64_t now);

  // How long others wait for a store to this set that came at `then` and reaches the cache now, by
  // the part of such stores that have lost their lines.
  [[nodiscard]] double times_of(std::uint64_t set, bool was_missing, std::uint32_t then,
                                std::uint64_t now);

  // How many times as many micro-operations as else stores may wait behind others for: where the
  // queue stays full, the fewer sets they are to, the more.
  [[nodiscard]] std::uint64_t longer() const { return stays_full_ ? kLostSeen / sets_lost_ : 1; }
  static constexpr std::size_t kLostSeen = 8;

 private:
  static constexpr std::size_t kCalls = 384;  // stores of a queue, those before them, loads beside
  struct Call {
    std::uint32_t line = 0;
    std::uint32_t time = 0;
    bool by_store = false;
  };
  struct Calls {
    std::array<Call, kCalls> calls{};
    std::uint64_t count = 0;
    std::uint64_t counted_at = 0;  // calls, when `lines` was counted
    unsigned lines = 0;
  };
  void note(std::uint64_t line, std::uint64_t set, std::uint64_t now, bool by_store);
  // Where the queue does not stay full only those that stores are to. Or as many as the ways, where
  // they are no more.
  [[nodiscard]] unsigned lines_about(Calls& of, std::uint32_t then, std::uint64_t now);

  unsigned ways_;
  CrowdsOfSets crowds_;
  std::vector<Calls> sets_;
  std::array<std::uint64_t, kLostSeen> lost_sets_{};  // of the last stores that lost lines
  std::uint64_t lost_ = 0;
  std::uint64_t sets_lost_ = 1;
  bool stays_full_ = true;      // the queue, of such stores
  double loads_elsewhere_ = 0;  // of the lines called for lately the part that was of other sets
};

}  // namespace clgauge::lens
