#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace clgauge::lens {

// What reads third vectors, and what stores read: both go by the same ways. As a core of Zen 4 has
// it, of the operations that read three vectors one starts beside a store, two without.
//
// A Zen 5 has two such ways (cycles of 120 fused operations and so many others, EPYC 9005): alone
// 61.2; with 24 stores of up to 32 bytes 73.3, of 64 bytes, which read for two cycles, 86.3; a
// gather of 8 lanes 4.3 longer, of 16 8.5, a scatter 8.5, 17. Stores of what has just been made
// read it on its way, while they are few: 48 fused operations and up to eight stores of 64 bytes
// take 24.5 cycles, ten 34. Not thread-safe.
class ThirdReads {
 public:
  // `are_shared`: as a Zen 5 has them.
  explicit ThirdReads(bool are_shared) : are_shared_(are_shared) {}

  void begin_cycle() {
    cycle_ = (cycle_ + 1) % kCycles;
    threes_ = std::exchange(threes_next_, 0);
    stores_ = std::exchange(stores_in_[cycle_], 0);
  }

  // An operation that reads three vectors.
  [[nodiscard]] bool may_read() const {
    return stores_ == 0 || threes_ + (are_shared_ ? stores_ : 1) < kWays;
  }
  // One that reads for a store for so many cycles, what has just been made or not.
  [[nodiscard]] bool may_store(unsigned cycles, bool is_fresh) const {
    return reads_on_the_way(cycles, is_fresh) || threes_ + (are_shared_ ? stores_ : 0) < kWays;
  }

  void read(unsigned cycles) {
    ++threes_;
    threes_next_ += cycles > 1 ? 1 : 0;
    fresh_stores_ *= 1 - kForgotten;
    fresh_threes_ += kForgotten * (1 - fresh_threes_);
  }
  void store(unsigned cycles, bool is_fresh) {
    const bool is_on_the_way = reads_on_the_way(cycles, is_fresh);
    if (is_fresh && cycles <= kCyclesOfStore) {
      fresh_stores_ += kForgotten * cycles;
    }
    if (is_on_the_way) {
      return;
    }
    ++stores_;
    for (unsigned later = 1; later < cycles && later < kCycles; ++later) {
      ++stores_in_[(cycle_ + later) % kCycles];
    }
  }

 private:
  static constexpr unsigned kWays = 2;
  static constexpr std::size_t kCycles = 64;
  static constexpr unsigned kCyclesOfStore = 2;  // the most
  static constexpr double kForgotten = 1.0 / 64;
  static constexpr double kFewStores = 0.36;  // cycles that they read for, to an operation of three

  [[nodiscard]] bool reads_on_the_way(unsigned cycles, bool is_fresh) const {
    return are_shared_ && is_fresh && cycles <= kCyclesOfStore &&
           fresh_stores_ <= kFewStores * fresh_threes_;
  }

  bool are_shared_;
  std::size_t cycle_ = 0;
  unsigned threes_ = 0;                        // that read three vectors in this cycle
  unsigned threes_next_ = 0;                   // and those of two cycles in the next
  unsigned stores_ = 0;                        // that read theirs in this cycle
  std::array<unsigned, kCycles> stores_in_{};  // and in those to come
  // Of late, per operation that reads three.
  double fresh_stores_ = 0;  // cycles that stores of fresh results read for
  double fresh_threes_ = 0;
};

}  // namespace clgauge::lens
