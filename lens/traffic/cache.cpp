#include "lens/traffic/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/scrambled.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kEmpty = ~std::uint64_t{1};  // no line is so high
constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ULL;

std::uint64_t lines_of(const CacheShape& shape) {
  const std::uint64_t lines = shape.line_bytes == 0 ? 0 : shape.capacity_bytes / shape.line_bytes;
  if (lines == 0 || lines > std::numeric_limits<unsigned>::max()) {
    throw Error(ErrorKind::input, fmt::format("a cache of {} bytes has no lines of {} bytes",
                                              shape.capacity_bytes, shape.line_bytes));
  }
  return lines;
}

unsigned ways_of(const CacheShape& shape) {
  const std::uint64_t lines = lines_of(shape);
  return shape.ways == 0 || shape.ways > lines ? static_cast<unsigned>(lines) : shape.ways;
}

// Of the oldest so many goes a random one.
unsigned ways_that_may_go(Replacement replacement, unsigned ways) {
  switch (replacement) {
    case Replacement::lru:
      break;
    case Replacement::half_random:
      return std::max(1U, ways - ways / 2);
    case Replacement::quarter_random:
      return std::max(1U, ways / 4);
  }
  return 1;
}

// The way of a set that holds a line which is not its newest; `ways` where none does. `wanted` is
// marked as dirty.
unsigned way_of(const std::uint64_t* set, unsigned ways, std::uint64_t wanted) {
  constexpr std::uint64_t kDirty = 1;
  constexpr unsigned kTogether = 8;
  // The newest one by one: reading several that were just moved makes the processor wait.
  unsigned way = 1;
  for (; way < std::min(ways, kTogether); ++way) {
    if ((set[way] | kDirty) == wanted) {
      return way;
    }
  }
  // Eight at a time without a branch between them: sets of translation caches are large.
  for (; way + kTogether <= ways; way += kTogether) {
    unsigned matches = 0;
    for (unsigned i = 0; i < kTogether; ++i) {
      matches |= ((set[way + i] | kDirty) == wanted ? 1U : 0U) << i;
    }
    if (matches != 0) {
      return way + static_cast<unsigned>(std::countr_zero(matches));
    }
  }
  while (way < ways && (set[way] | kDirty) != wanted) {
    ++way;
  }
  return way;
}

// Those before it move one back: where they are few, without a call of the function for many.
void put_in_front(std::uint64_t* set, unsigned way, std::uint64_t slot) {
  constexpr unsigned kFew = 8;
  if (way > kFew) {
    std::copy_backward(set, set + way, set + way + 1);
    set[0] = slot;
    return;
  }
  for (unsigned i = 0; i <= way; ++i) {
    std::swap(set[i], slot);
  }
}

}  // namespace

CacheSimulator::CacheSimulator(const CacheShape& shape)
    : ways_(ways_of(shape)),
      sets_(lines_of(shape) / ways_),
      may_go_(ways_that_may_go(shape.replacement, ways_)),
      scatters_(shape.scatters),
      page_lines_(shape.page_lines),
      folds_(shape.folds),
      low_bits_(!scatters_ && !folds_ && std::has_single_bit(sets_.value()) ? sets_.value() - 1
                                                                            : 0),
      random_state_(kSeed) {
  slots_.assign(sets_.value() * ways_, kEmpty);
  constexpr unsigned kManyWays = 32;
  constexpr std::size_t kLowBits = 10;
  if (ways_ >= kManyWays) {
    alike_.resize(std::size_t{1} << kLowBits);
  }
}

std::uint64_t CacheSimulator::scattered(std::uint64_t line) const {
  if (page_lines_ != 0) {
    return line + page_lines_ * (mixed(line / page_lines_) >> 8U);
  }
  return line + CacheShape::kClasses * (mixed(sets_.quotient(line)) >> 8U);
}

std::uint64_t CacheSimulator::random() {
  random_state_ ^= random_state_ << 13U;
  random_state_ ^= random_state_ >> 7U;
  random_state_ ^= random_state_ << 17U;
  return random_state_;
}

bool CacheSimulator::access(Slot* set, Slot wanted, Slot dirty) {
  const bool may_hold = alike_.empty() || alike(wanted) != 0;
  const unsigned found = may_hold ? way_of(set, ways_, wanted | kDirty) : ways_;
  if (found < ways_) {
    put_in_front(set, found, set[found] | dirty);
    return true;
  }
  unsigned victim = ways_ - 1;
  if (may_go_.value() > 1 && set[victim] != kEmpty) {
    victim -= static_cast<unsigned>(may_go_.remainder(random()));
  }
  write_backs_ += set[victim] & kDirty;
  if (!alike_.empty()) {
    ++alike(wanted);
    if (set[victim] != kEmpty) {
      --alike(set[victim]);
    }
  }
  put_in_front(set, victim, wanted | dirty);
  return false;
}

bool CacheSimulator::holds(std::uint64_t line) const {
  const Slot* const set = slots_.data() + set_of(line) * ways_;
  return std::any_of(set, set + ways_,
                     [line](Slot slot) { return (slot | kDirty) == (line << 1U | kDirty); });
}

void CacheSimulator::clear() {
  std::fill(slots_.begin(), slots_.end(), kEmpty);
  std::fill(alike_.begin(), alike_.end(), 0);
  random_state_ = kSeed;
  write_backs_ = 0;
}

}  // namespace clgauge::lens
