#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/traffic/core_waits.h"

namespace clgauge::lens {

// Lines on their way into a cache. Where more of a set than it has ways are called for at a time,
// they drive each other out before they are used, and each takes the longer the more they are.
// Times are those that a line takes to come from the next cache, one after another. Not
// thread-safe.
//
// An EPYC 9004 (C programs, a core alone; n lines of a set, then n of the next one, so many that
// none is still there when it comes again; loads that wait for nothing), cycles a line from the
// second cache, and what comes of this here:
//
//   n                              8    9    12   16   17   24   32   all
//   timed                          2.4  2.7  3.7  4.8  5.0  6.5  7.7  10
//   here                           2.4  2.7  3.6  4.7  4.9  6.5  7.9  10
//   of two sets by turns (7.1)     7.3  7.2  7.7  7.9  8.0  8.1  8.3
//   13 micro-operations a line     4.2  -    4.4  5.0  5.1  -    6-9  9.5
//   25 micro-operations a line     7.2  -    7.5  7.7  7.9  -    8-10 7.5
//
// Lines of other sets take 2.1, with 13 and 25 micro-operations 4.1 and 7.1: the core's work goes
// on beside. Fewer lines, that come again before all are gone, take less (17 of 68 KiB 3.7).
class CrowdedSets {
 public:
  // `window`: accesses within which lines crowd.
  CrowdedSets(std::uint64_t sets, std::uint64_t window, const CrowdsOfSets& crowds = {});

  // A line of this set is called for at that access. How long those wait of which it is known by
  // now: lines that are called for behind a line count as those before it.
  [[nodiscard]] double wait_of(std::uint64_t set, std::uint64_t now);
  // A store that reaches the cache has lost its line meanwhile, and keeps its set busy for so long.
  // How long others wait for it.
  [[nodiscard]] double wait_for_store(std::uint64_t set, double times) const;

 private:
  static constexpr std::size_t kMostInFlight = 54;
  static constexpr std::size_t kPlaces = 64;

  struct Line {
    std::uint64_t set = 0;
    std::uint64_t time = 0;
  };
  [[nodiscard]] const Line& line(std::uint64_t number) const { return lines_[number % kPlaces]; }
  [[nodiscard]] std::uint64_t lines() const { return behind_ - first_; }
  double wait_of_next();
  double drop_oldest();

  std::vector<std::uint32_t> in_flight_;  // lines, by set
  std::array<Line, kPlaces> lines_{};     // all of them: [first_, behind_)
  std::uint64_t first_ = 0;
  std::uint64_t behind_ = 0;
  std::uint64_t next_asked_ = 0;  // those before it have been asked how long they wait
  std::uint64_t window_;
  std::array<double, kMostInFlight + 1> waits_{};  // by lines of a set
};

}  // namespace clgauge::lens
