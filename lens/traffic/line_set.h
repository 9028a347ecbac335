#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lens/traffic/divisor.h"
#include "lens/traffic/hierarchy.h"
#include "lens/traffic/line_places.h"

namespace clgauge::lens {

// The distinct lines of the accesses that were added, in order once finish() was called. Not
// thread-safe.
class LineSet {
 public:
  explicit LineSet(std::uint64_t line_bytes);

  void add(const AccessTrace& trace);
  // Of stores that go through the caches.
  void add_stores(const AccessTrace& trace);
  void finish();
  // The larger ones that those lie in, as if the same accesses had been added to a set of such:
  // pages, of so many bytes, a multiple of a line's. Once finish() was called.
  [[nodiscard]] LineSet larger(std::uint64_t bytes) const;

  [[nodiscard]] bool holds(std::uint64_t line) const;
  [[nodiscard]] const std::vector<std::uint64_t>& lines() const { return lines_; }
  // How many lines this one stands for: those that only repeated parts of traces touch stand for
  // others, too.
  [[nodiscard]] double times_of(std::uint64_t line) const {
    if (repeated_.empty()) {
      return 1;
    }
    const auto found = repeated_.find(line);
    return found == repeated_.end() ? 1 : static_cast<double>(found->second);
  }
  // All of them, with those that they stand for.
  [[nodiscard]] double size() const;

 private:
  template <typename Counts>
  void add_those(const AccessTrace& trace, const Counts& counts);
  // Calls take(line) for those that were not the last of their low bits.
  template <typename Counts, typename Take>
  void add_part(std::span<const Access> accesses, const Counts& counts, const Take& take);

  // The last line added of those with the same low bits: most repetitions need no search.
  static constexpr std::size_t kRecent = 2048;
  std::array<std::uint64_t, kRecent> recent_{};
  Divisor line_bytes_;
  LinePlaces places_;  // of lines_, until they are sorted
  std::vector<std::uint64_t> lines_;
  std::unordered_map<std::uint64_t, std::uint64_t> repeated_;  // by line, how many it stands for
};

}  // namespace clgauge::lens
