#pragma once

#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Lines on their way into a cache. A set takes its next line only a while after the last one, while
// others go on, in any order within what a core has in flight. Times are those that a line takes
// to come from the next cache, one after another. Not thread-safe.
//
// On an EPYC 9004 lines of the second cache come every 2.0 cycles where the first has to put them
// into 8 sets or more, every 4.4, 8.3 and 10.7 where there are 4, 2 sets and one (on an EPYC 7003
// every 2.1, 4.3, 7.3 and 9.9); in random order as well; with what is in set_queues.cpp
// every 2.0, 4.0, 8.0 and 10.8. Eight of a set at a time, then those of another set, come every 2.3
// cycles, sixteen every 4.1, and a star of 17 planes that share a set and 17 rows that share four
// every 3.7 (7003; sixteen 4.3 on a 9004), where two micro-operations a line leave 80 in flight:
// with these here every 2.0, 4.5 and 4.4.
class SetQueues {
 public:
  // `in_flight`: so many lines a core has called for at once.
  SetQueues(std::uint64_t sets, double in_flight) : free_at_(sets, 0), in_flight_(in_flight) {}

  // A line of this set is called for after all others so far. How long all that is called for later
  // has to wait for it.
  double wait_of(std::uint64_t set);

  // A store that reaches the cache has lost its line meanwhile, and keeps its set for so long. How
  // long all that is called for later has to wait for it.
  double wait_for_store(std::uint64_t set, double times);

 private:
  // A set is busy for so long; how long, at most, what comes later waits for it.
  double wait(std::uint64_t set, double busy, double longest);

  std::vector<double> free_at_;
  double in_flight_;
  double now_ = 0;
};

}  // namespace clgauge::lens
