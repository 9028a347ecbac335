#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace clgauge::lens {

// The youngest `kStores` stores of a core that are at most so many accesses old, each with a note
// of the caller's. Not thread-safe.
template <typename Note, std::size_t kStores, std::uint64_t kAccessesInFlight>
class YoungStores {
 public:
  struct Store {
    std::uint64_t address = 0;
    std::uint64_t time = 0;
    std::uint32_t bytes = 0;
    Note note{};

    [[nodiscard]] bool overlaps(std::uint64_t other, std::uint32_t other_bytes) const {
      return address < other + other_bytes && other < address + bytes;
    }
    [[nodiscard]] bool holds(std::uint64_t other, std::uint32_t other_bytes) const {
      return address <= other && other + other_bytes <= address + bytes;
    }
    // Whether a load of what it holds need not wait for the cache. Vectors of 64 bytes are stored
    // in halves: a Zen 4 passes on what lies in one, in one line or in two, and both of them to a
    // load of all if that lies on a multiple of 32.
    [[nodiscard]] bool forwards(std::uint64_t other, std::uint32_t other_bytes) const {
      return holds(other, other_bytes) &&
             ((other - address) % kForwarded + other_bytes <= kForwarded ||
              (other == address && other % kForwarded == 0));
    }
  };

  void add(std::uint64_t address, std::uint32_t bytes, const Note& note) {
    stores_[next_] = {address, ++time_, bytes, note};
    next_ = (next_ + 1) % kStores;
    for (std::uint64_t line = address / kLine; line <= last_line(address, bytes); ++line) {
      last_store_to_[line % kLines] = time_;
    }
  }

  // A load's turn: the first store, from the youngest back, that `meets`; null if none does. Only
  // stores that share a byte with the load, modulo 4 KiB, may meet it.
  template <typename Meets>
  [[nodiscard]] const Store* load(std::uint64_t address, std::uint32_t bytes, const Meets& meets) {
    pass();
    return may_meet(address, bytes) ? met_by(meets) : nullptr;
  }

  // The same in two steps: time passes, and what may meet a store is to be asked which.
  void pass() { ++time_; }
  [[nodiscard]] bool may_meet(std::uint64_t address, std::uint32_t bytes) const {
    for (std::uint64_t line = address / kLine; line <= last_line(address, bytes); ++line) {
      if (last_store_to_[line % kLines] + kAccessesInFlight >= time_) {
        return true;
      }
    }
    return false;
  }
  template <typename Meets>
  [[nodiscard]] const Store* met_by(const Meets& meets) const {
    for (std::size_t back = 1; back <= kStores; ++back) {
      const Store& store = stores_[(next_ + kStores - back) % kStores];
      if (store.time + kAccessesInFlight < time_) {
        return nullptr;
      }
      if (meets(store)) {
        return &store;
      }
    }
    return nullptr;
  }

  // Of the last access.
  [[nodiscard]] std::uint64_t time() const { return time_; }

 private:
  static constexpr std::uint32_t kForwarded = 32;  // at most, by one store

  // Most loads meet none: no young store is to their lines, modulo 4 KiB.
  static constexpr std::uint64_t kLine = 64;
  static constexpr std::size_t kLines = 64;

  [[nodiscard]] static std::uint64_t last_line(std::uint64_t address, std::uint32_t bytes) {
    return (address + (bytes == 0 ? 1U : bytes) - 1) / kLine;
  }

  std::array<Store, kStores> stores_{};
  std::array<std::uint64_t, kLines> last_store_to_{};
  std::size_t next_ = 0;
  std::uint64_t time_ = 2 * kAccessesInFlight;  // in accesses; no store is young at the start
};

}  // namespace clgauge::lens
