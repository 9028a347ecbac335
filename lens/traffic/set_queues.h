#pragma once

#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Lines on their way into a cache. A set takes its next line only a while after the last one, while
// others go on, in any order within what a core has in flight. Times are those that a line takes
// to come from the next cache, one after another. Not thread-safe.
//
// On an EPYC 9004 lines of the second cache come every 2.0 cycles where the first has to put them
// into 8 sets or more, every 4.4, 8.3 and 10.7 where there are 4, 2 sets and one; in random order
// as well; with what is in set_queues.cpp every 2.0, 4.0, 8.0 and 10.8. Sixteen of a set at a time,
// then those of another set, come every 4.3 cycles there, and every 9.2 here; 64, every 9.6
// and 10.4.
class SetQueues {
 public:
  explicit SetQueues(std::uint64_t sets) : free_at_(sets, 0) {}

  // A line of this set is called for after all others so far. How long all that is called for later
  // has to wait for it.
  double wait_of(std::uint64_t set);

  // A line is called for that has to wait for a store of before, which waits for its own line. How
  // long all that is called for later has to wait, beyond what its set makes it wait.
  double wait_for_store();

 private:
  std::vector<double> free_at_;
  double now_ = 0;
  double last_store_ = 0;  // when one was last waited for
};

}  // namespace clgauge::lens
