#pragma once

#include <cstdint>
#include <vector>

#include "lens/traffic/divisor.h"

namespace clgauge::lens {

enum class Replacement {
  lru,
  // A random one of the older half goes: close to what tree-LRU and the quad-age policies of real
  // caches do to walks that are a little too long, where true LRU would lose everything.
  half_random,
  // A random one of the oldest quarter.
  quarter_random,
};

// A cache of lines; a TLB is one of pages.
struct CacheShape {
  std::uint64_t capacity_bytes = 32768;
  std::uint64_t line_bytes = 64;
  unsigned ways = 8;  // 0: fully associative
  Replacement replacement = Replacement::half_random;
  // Sets follow one another for as many lines as there are sets, and start anew at a random
  // multiple of kClasses: physical addresses choose them, often through a hash of their higher
  // bits. Else the addresses choose that the program sees.
  bool scatters = false;
  // Of a cache that scatters: 0, or as many lines as lie in a page, each of which begins at a
  // random multiple of that many sets, for nothing is hashed.
  std::uint64_t page_lines = 0;
  // A set's number is the exclusive or of a line's lowest bits and those above them.
  bool folds = false;

  // Lines whose numbers leave the same remainder share a part of such a cache, however far apart.
  static constexpr std::uint64_t kClasses = 16;
  [[nodiscard]] std::uint64_t classes() const { return page_lines != 0 ? page_lines : kClasses; }
};

// One cache: which accesses hit. Deterministic. Not thread-safe.
class CacheSimulator {
 public:
  // Throws Error(input) for a shape that no cache has.
  explicit CacheSimulator(const CacheShape& shape);

  // Looks up the line (address / line_bytes) and makes it the set's newest; true for a hit. A store
  // makes it dirty: when it goes, it must be written back.
  bool access(std::uint64_t line, bool is_store = false) {
    Slot* const set = slots_.data() + set_of(line) * ways_;
    if ((set[0] | kDirty) == (line << 1U | kDirty)) {  // the newest: most accesses
      set[0] |= is_store ? kDirty : 0;
      return true;
    }
    return access(set, line << 1U, is_store ? kDirty : 0);
  }
  // Whether it would hit; changes nothing.
  [[nodiscard]] bool holds(std::uint64_t line) const;
  void clear();

  [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const {
    return low_bits_ != 0 ? line & low_bits_ : chosen_set_of(line);
  }
  [[nodiscard]] std::uint64_t sets() const { return sets_.value(); }
  // Dirty lines that have gone so far.
  [[nodiscard]] std::uint64_t write_backs() const { return write_backs_; }

 private:
  // A line and whether it is dirty, in one word: all that a set holds fits into a few lines of the
  // cache of the machine that simulates.
  using Slot = std::uint64_t;
  static constexpr Slot kDirty = 1;

  [[nodiscard]] std::uint64_t chosen_set_of(std::uint64_t line) const {
    return sets_.remainder(scatters_ ? scattered(line)
                           : folds_  ? line ^ sets_.quotient(line)
                                     : line);
  }
  [[nodiscard]] std::uint64_t scattered(std::uint64_t line) const;
  // Of a line that is not its set's newest.
  bool access(Slot* set, Slot wanted, Slot dirty);
  [[nodiscard]] std::uint64_t random();
  [[nodiscard]] std::uint32_t& alike(Slot slot) {
    return alike_[(slot >> 1U) & (alike_.size() - 1)];
  }

  unsigned ways_;
  Divisor sets_;
  Divisor may_go_;  // ways of a set, the oldest: a random one of them goes
  bool scatters_;
  std::uint64_t page_lines_;
  bool folds_;
  std::uint64_t low_bits_;  // of a line, where they alone choose its set: of most first caches
  std::uint64_t random_state_;
  std::vector<Slot> slots_;  // by set, newest first
  // Of a cache of large sets, as those of pages are: how many of its lines have the same low bits,
  // so that most misses need no search.
  std::vector<std::uint32_t> alike_;
  std::uint64_t write_backs_ = 0;
};

}  // namespace clgauge::lens
