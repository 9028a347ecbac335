#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace clgauge::lens {

// The youngest `kStores` stores of a core that are at most so many accesses old, each with a note
// of the caller's. Of addresses that are equal modulo `kAliasBytes` one may be met for the other.
// Not thread-safe.
template <typename Note, std::size_t kStores, std::uint64_t kAccessesInFlight,
          std::uint64_t kAliasBytes>
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
    stores_[count_ % kStores] = {address, ++time_, bytes, note};
    ++count_;
    for (std::uint64_t part = address / kPart; part <= last_part(address, bytes); ++part) {
      last_store_to_[part % kParts] = count_;
    }
  }

  // A load's turn: the first store, from the youngest back, that `meets`; null if none does. Only
  // stores that share a byte with the load, modulo kAliasBytes, may meet it.
  template <typename Meets>
  [[nodiscard]] const Store* load(std::uint64_t address, std::uint32_t bytes, const Meets& meets) {
    pass();
    const std::uint64_t last = last_that_may_meet(address, bytes);
    return last == kNone ? nullptr : met_by(last, meets);
  }

  // The same in two steps: time passes, and the last store that may be met, if one is young enough,
  // is where to look for one that is.
  static constexpr std::uint64_t kNone = 0;
  void pass() { ++time_; }
  [[nodiscard]] std::uint64_t last_that_may_meet(std::uint64_t address, std::uint32_t bytes) const {
    std::uint64_t last = kNone;
    for (std::uint64_t part = address / kPart; part <= last_part(address, bytes); ++part) {
      last = std::max(last, last_store_to_[part % kParts]);
    }
    return is_young(last) ? last : kNone;
  }
  template <typename Meets>
  [[nodiscard]] const Store* met_by(std::uint64_t last, const Meets& meets) const {
    for (; is_young(last); --last) {
      const Store& store = stores_[(last - 1) % kStores];
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

  // Most loads meet none: no young store is to their parts, modulo kAliasBytes.
  static constexpr std::uint64_t kPart = 8;  // bytes
  static constexpr std::size_t kParts = kAliasBytes / kPart;

  [[nodiscard]] static std::uint64_t last_part(std::uint64_t address, std::uint32_t bytes) {
    return (address + (bytes == 0 ? 1U : bytes) - 1) / kPart;
  }

  // The n-th store of all, counted from one.
  [[nodiscard]] bool is_young(std::uint64_t n) const {
    return n != kNone && n + kStores > count_ &&
           stores_[(n - 1) % kStores].time + kAccessesInFlight >= time_;
  }

  std::array<Store, kStores> stores_{};
  std::array<std::uint64_t, kParts> last_store_to_{};  // its number
  std::uint64_t count_ = 0;                            // of all stores
  std::uint64_t time_ = 0;                             // in accesses
};

}  // namespace clgauge::lens
