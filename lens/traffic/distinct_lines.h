#pragma once

#include <array>
#include <cstdint>

namespace clgauge::lens {

// Counts how many different lines a set was asked for, of a few dozen: told apart by eight bits of
// a hash, so that a few of many go unseen. Not thread-safe.
class DistinctLines {
 public:
  void add(std::uint32_t line) {
    const std::uint32_t hash = line * 0x9e3779b1U >> 24U;
    const std::uint64_t bit = std::uint64_t{1} << hash % 64;
    std::uint64_t& word = seen_[hash / 64];
    count_ += (word & bit) == 0 ? 1U : 0U;
    word |= bit;
  }
  [[nodiscard]] unsigned count() const { return count_; }

 private:
  std::array<std::uint64_t, 4> seen_{};  // bits, by the hash
  unsigned count_ = 0;
};

}  // namespace clgauge::lens
