#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/traffic/core_waits.h"
#include "lens/traffic/lines_about_stores.h"

namespace clgauge::lens {

struct QueueOfStores {
  std::size_t entries = 64;         // Zen 3, Zen 4; Skylake: 56
  std::uint32_t entry_bytes = 64;   // of wider stores each takes several
  std::uint64_t most_accesses = 0;  // that a store is in it where others before it are late
};

// Stores on their way to the first cache. One gets there when all before it is done. Until then the
// core calls for the lines of what fits into its window behind it, and where those are as many of
// the store's set as that holds, its own line has gone again, and has to come back while younger
// stores wait.
//
// An EPYC 9004, cycles a round, lines 4 KiB apart that take turns, all in the second cache (a load
// alone takes 10):
//
//                                                        8 bytes  32 bytes
//   load and store, 48 and more lines                      52-57     34-45
//   the same of 24, 16, 12, 9 lines                27, 21, 17, 8  27, 21, 18
//   the same of 128, 8 more micro-operations a round       30-42     30-41
//   24 more; 26 more, so that 8 rounds fill the window     24; 7     11-15
//   load one, store to another                             40-44     36-44
//   the same with 8, 16, 32 more micro-operations     28, 28, 21
//   load two, store to both                              110-116     71-87
//
// and what it does not take where nothing is lost: 21 where the other line is of another set.
// Not thread-safe.
class StoresInFlight {
 public:
  struct Store {
    std::uint64_t line = 0;
    std::uint32_t time = 0;
    std::uint32_t number = 0;    // of its last entry; those to two lines have one
    bool was_missing = false;    // its line was not in the cache when it came
    bool is_waited_for = false;  // by a load that the cache missed
  };

  // A store takes up to `window` accesses to reach a cache of so many sets, where none is late.
  StoresInFlight(std::uint64_t sets, std::uint64_t window, const CrowdsOfSets& crowds = {},
                 const QueueOfStores& queue = {}, unsigned ways = 8)
      : window_(window),
        queue_(queue),
        crowds_(crowds),
        about_(sets, ways, crowds),
        // A launch begins with lines far away.
        in_time_from_((about_.are_timed() ? 2 * LinesAboutStores::kLostSeen : 1) *
                      queue.most_accesses),
        late_(static_cast<double>(in_time_from_)),
        called_(about_.are_timed() ? 0 : sets) {}

  // A store's turn, at the line of this set that it begins in or at the one that it goes on into.
  void add(std::uint64_t address, std::uint64_t line, bool begins, bool was_missing,
           std::uint64_t now, std::uint32_t bytes = 1, std::uint64_t set = 0) {
    if (about_.are_timed()) {
      about_.store_to(line, set, now);
    }
    number_ += begins ? std::max(1U, (bytes + queue_.entry_bytes - 1) / queue_.entry_bytes) : 0U;
    stores_[behind_ % kLines] = {line, static_cast<std::uint32_t>(now), number_, was_missing,
                                 false};
    ++behind_;
    behind_last_to_[word_of(address)] = behind_;
  }

  // A load calls for a line of this set that is not in the cache. If it is narrow, it waits for the
  // youngest store with the same address modulo 4 KiB.
  void call(std::uint64_t address, std::uint32_t bytes, std::uint64_t line, std::uint64_t set,
            std::uint64_t now);

  // Whether the part of stores that have lost their lines was timed for itself, and how long it
  // keeps a set busy, now that this one has reached the cache.
  [[nodiscard]] bool losses_are_timed() const { return about_.are_timed(); }
  [[nodiscard]] double times_of_losses(const Store& store, std::uint64_t set, std::uint64_t now) {
    return about_.times_of(set, store.was_missing, store.time, now);
  }

  // Stores wait for a line, for so many accesses more.
  void hold_up(double accesses, std::uint64_t now) {
    late_ = std::min(late(now) + accesses, static_cast<double>(most_accesses()));
    late_at_ = now;
    in_time_from_ = now + static_cast<std::uint64_t>(std::ceil(late_));
  }

  // Whether one reaches the cache by now.
  [[nodiscard]] bool any_done(std::uint64_t now) const {
    return first_ < behind_ && is_done(stores_[first_ % kLines], now);
  }
  // Calls reach(store) for each that does.
  template <typename Reach>
  void each_done(std::uint64_t now, const Reach& reach) {
    while (any_done(now)) {
      reach(stores_[first_ % kLines]);
      ++first_;
    }
  }

  // How long its set is busy with the line of a store that has lost it, in the times of
  // crowded_sets.h.
  [[nodiscard]] double times_to_come_back(const Store& store, std::uint64_t set) const;

 private:
  static constexpr std::size_t kLines = 256;  // twice the entries of any queue
  static constexpr std::size_t kCalls = 48;   // more of them cost no more
  static constexpr std::uint64_t kAliasBytes = 4096;
  static constexpr std::uint64_t kWordBytes = 8;

  struct Call {
    std::uint32_t line = 0;
    std::uint32_t time = 0;
  };
  struct LastCalls {
    std::array<Call, kCalls> calls{};
    std::uint64_t count = 0;
  };

  [[nodiscard]] static std::size_t word_of(std::uint64_t address) {
    return address % kAliasBytes / kWordBytes;
  }
  [[nodiscard]] bool is_done(const Store& store, std::uint64_t now) const {
    const std::uint32_t since = static_cast<std::uint32_t>(now) - store.time;
    return number_ - store.number >= queue_.entries - 1 ||
           (since >= window_ && (now >= in_time_from_ || is_late_one_done(since, now)));
  }
  [[nodiscard]] bool is_late_one_done(std::uint32_t since, std::uint64_t now) const {
    return since >= std::max(window_, most_accesses()) ||
           static_cast<double>(since) >= static_cast<double>(window_) + late(now);
  }
  [[nodiscard]] std::uint64_t most_accesses() const {
    return queue_.most_accesses * (about_.are_timed() ? about_.longer() : 1);
  }
  // How many accesses later than alone stores reach the cache.
  [[nodiscard]] double late(std::uint64_t now) const {
    return std::max(0.0, late_ - static_cast<double>(now - late_at_));
  }
  // How many lines of its set were called for since the store came.
  [[nodiscard]] unsigned lines_called_since(const Store& store, std::uint64_t set) const;

  std::uint64_t window_;
  QueueOfStores queue_;
  CrowdsOfSets crowds_;
  LinesAboutStores about_;
  std::uint64_t in_time_from_;  // none is late
  double late_;                 // so many accesses, at that one
  std::uint64_t late_at_ = 0;
  std::array<Store, kLines> stores_{};  // by line that they go to
  std::uint64_t first_ = 0;             // of the oldest one
  std::uint64_t behind_ = 0;            // behind the youngest one's
  std::uint32_t number_ = 0;            // of the youngest one's last entry
  // Behind the last store to a word of any page.
  std::array<std::uint64_t, kAliasBytes / kWordBytes> behind_last_to_{};
  std::vector<LastCalls> called_;  // by set
};

}  // namespace clgauge::lens
