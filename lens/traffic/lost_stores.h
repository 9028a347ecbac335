#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Stores on their way to the first cache of a core whose stores lose their lines
// (CoreWaits::lost_store): how far the core runs ahead of them, and what a lost one costs.
//
// - The core runs ahead by what its window holds; but once stores wait, they fill their queue. That
//   outlasts the window, and all that they let through comes before them. On an Emerald Rapids
//   exchanges of two words, 10 micro-operations a round, in 16 sets take 3.5 cycles and in 8 sets,
//   where 448 micro-operations bring 11 lines a set and 112 stores 14, 12 to 14.
// - Lines of other sets that stores ahead wait for come back meanwhile. The same, cycles a store
//   beyond what it takes where nothing is lost, by how many sets the stores are to by turns:
//
//     sets                                               1    2    4    8   16
//     exchanges of 8 bytes                              10  7.8    6    5  0.3
//     exchanges of 64 bytes, of one or two lines a row   6    4  2.6    1    0
//     stores alone                                     7.5  6.5  6.5    2  0.3
//
// Not thread-safe.
class LostStores {
 public:
  // A store waits behind so many others.
  explicit LostStores(std::uint64_t queued_stores) : times_(queued_stores, 0) {}

  // The window, in accesses, within which a store's line may go: `least`, or what has come since
  // the store that entered as the last of a full queue.
  [[nodiscard]] std::uint64_t window(std::uint64_t now, std::uint64_t least) const {
    const bool is_queue_full = stores_ >= times_.size() && stores_ - last_lost_ < times_.size();
    return is_queue_full ? std::max(least, now - times_[stores_ % times_.size()]) : least;
  }

  // A store to a line of this set, after one to another line; `is_lost`: its line will have gone.
  // What part of a wait alone its wait is.
  double add(std::uint64_t set, bool is_lost, std::uint64_t now, std::uint32_t bytes) {
    times_[stores_ % times_.size()] = now;
    sets_[stores_ % kSetsSeen] = set;
    ++stores_;
    if (!is_lost) {
      return 0;
    }
    last_lost_ = stores_;
    return (bytes <= kWordBytes ? kPartOfWord : kPartOfVector).at(sets_seen() - 1);
  }

 private:
  static constexpr std::size_t kSetsSeen = 16;
  static constexpr std::uint32_t kWordBytes = 8;
  // By the number of sets of the last stores: exchanges of words as above; of vectors between all
  // that is above.
  static constexpr std::array<double, kSetsSeen> kPartOfWord{
      1, 0.76, 0.66, 0.58, 0.56, 0.54, 0.52, 0.5, 0.45, 0.4, 0.33, 0.25, 0.19, 0.12, 0.06, 0};
  static constexpr std::array<double, kSetsSeen> kPartOfVector{
      1, 0.72, 0.6, 0.5, 0.475, 0.45, 0.42, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0};

  [[nodiscard]] std::size_t sets_seen() const {
    const auto known = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(stores_, kSetsSeen));
    std::array<std::uint64_t, kSetsSeen> sets = sets_;
    const auto end = sets.begin() + known;
    std::sort(sets.begin(), end);
    return static_cast<std::size_t>(std::unique(sets.begin(), end) - sets.begin());
  }

  std::vector<std::uint64_t> times_;  // of the last stores
  std::array<std::uint64_t, kSetsSeen> sets_{};
  std::uint64_t stores_ = 0;
  std::uint64_t last_lost_ = 0;  // behind its number
};

}  // namespace clgauge::lens
