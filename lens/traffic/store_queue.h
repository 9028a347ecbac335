#pragma once

#include <cstdint>

#include "lens/traffic/young_stores.h"

namespace clgauge::lens {

// From a store's turn to reach the cache until what it blocked has been loaded: 19 to 24 cycles on
// a Zen 4 (16 to 23 on a Zen 3). All loads that stores before the first of them block wait
// together: a store and sixteen loads of twice its bytes 19 to 23, a store of eight lanes of
// sixteen and a load of each 24, eight such stores and then a load of each 31, but eight by turns
// 154.
inline constexpr double kBlockedCycles = 20;

// What a load meets among the stores that have not reached the cache yet.
enum class StoreConflict : std::uint8_t {
  none,
  forwarded,  // one store holds all of it: it waits for that store's data
  blocked,    // a store holds a part of it, or does not forward: it waits until the store has
              // reached the cache
  blocked_together,  // as blocked, but by a store before the load that was last blocked: while that
                     // waits, so does this
  aliased,  // a store elsewhere has the same address modulo 4 KiB, which is all that is compared
            // at first: it waits until that is settled
};

// The youngest stores of a core. Not thread-safe.
class StoreQueue {
 public:
  // One that does not forward holds loads up until it has reached the cache: stores of some lanes
  // of a vector, and of two lines on some processors.
  void store(std::uint64_t address, std::uint32_t bytes, bool forwards = true);
  // The first conflict that the load meets, from the youngest store back.
  [[nodiscard]] StoreConflict load(std::uint64_t address, std::uint32_t bytes) {
    young_.pass();
    const std::uint64_t last = young_.last_that_may_meet(address, bytes);
    return last == young_.kNone ? StoreConflict::none : meet(last, address, bytes);
  }

 private:
  static constexpr std::uint64_t kAliasBytes = 4096;

  [[nodiscard]] StoreConflict meet(std::uint64_t last, std::uint64_t address, std::uint32_t bytes);

  struct Forwards {
    bool forwards = true;
  };
  // A store leaves the queue a few dozen instructions after it: so many accesses, on average.
  YoungStores<Forwards, 16, 48, kAliasBytes> young_;
  std::uint64_t waiting_since_ = 0;  // the load that was last blocked
};

}  // namespace clgauge::lens
