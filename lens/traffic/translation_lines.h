#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace clgauge::lens {

// The lines of the page table that were walked last. Eight translations lie in one line of 64
// bytes, so that of eight pages in order only the first walk waits for more than a near cache. Not
// thread-safe.
class TranslationLines {
 public:
  TranslationLines() { lines_.fill(std::numeric_limits<std::uint64_t>::max()); }

  // Whether the walk to this page finds its translation's line among the last ones.
  [[nodiscard]] bool walk(std::uint64_t page) {
    const std::uint64_t line = page / kTranslations;
    if (std::find(lines_.begin(), lines_.end(), line) != lines_.end()) {
      return true;
    }
    lines_.at(oldest_) = line;
    oldest_ = (oldest_ + 1) % kRemembered;
    return false;
  }

 private:
  static constexpr std::uint64_t kTranslations = 8;
  static constexpr std::size_t kRemembered = 64;

  std::array<std::uint64_t, kRemembered> lines_{};
  std::size_t oldest_ = 0;
};

}  // namespace clgauge::lens
