#include "lens/traffic/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"
#include "base/scrambled.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kDirty = 1;
constexpr std::uint64_t kEmpty = ~kDirty;  // no line is so high
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

// The way of a set that holds a line; `ways` where none does.
unsigned way_of(const std::uint64_t* set, unsigned ways, std::uint64_t wanted) {
  if ((set[0] & ~kDirty) == wanted) {
    return 0;  // the newest: most accesses
  }
  unsigned way = 0;
  // Eight at a time without a branch between them: sets of translation caches are large.
  constexpr unsigned kTogether = 8;
  for (; way + kTogether <= ways; way += kTogether) {
    unsigned matches = 0;
    for (unsigned i = 0; i < kTogether; ++i) {
      matches |= ((set[way + i] & ~kDirty) == wanted ? 1U : 0U) << i;
    }
    if (matches != 0) {
      return way + static_cast<unsigned>(std::countr_zero(matches));
    }
  }
  while (way < ways && (set[way] & ~kDirty) != wanted) {
    ++way;
  }
  return way;
}

}  // namespace

CacheSimulator::CacheSimulator(const CacheShape& shape)
    : ways_(ways_of(shape)),
      sets_(lines_of(shape) / ways_),
      replacement_(shape.replacement),
      scatters_(shape.scatters),
      random_state_(kSeed) {
  slots_.assign(sets_.value() * ways_, kEmpty);
}

std::uint64_t CacheSimulator::set_of(std::uint64_t line) const {
  return sets_.remainder(
      scatters_ ? line + CacheShape::kClasses * (mixed(sets_.quotient(line)) >> 8U) : line);
}

std::uint64_t CacheSimulator::random() {
  random_state_ ^= random_state_ << 13U;
  random_state_ ^= random_state_ >> 7U;
  random_state_ ^= random_state_ << 17U;
  return random_state_;
}

bool CacheSimulator::access(std::uint64_t line, bool is_store) {
  Slot* const set = slots_.data() + set_of(line) * ways_;
  const Slot wanted = line << 1U;
  const Slot dirty = is_store ? kDirty : 0;
  const unsigned found = way_of(set, ways_, wanted);
  if (found < ways_) {
    const Slot slot = set[found] | dirty;
    std::copy_backward(set, set + found, set + found + 1);
    set[0] = slot;
    return true;
  }
  unsigned victim = ways_ - 1;
  if (replacement_ == Replacement::half_random && set[victim] != kEmpty) {
    const unsigned older = ways_ - ways_ / 2;
    victim -= static_cast<unsigned>(random() % older);
  }
  write_backs_ += set[victim] & kDirty;
  std::copy_backward(set, set + victim, set + victim + 1);
  set[0] = wanted | dirty;
  return false;
}

void CacheSimulator::clear() {
  std::fill(slots_.begin(), slots_.end(), kEmpty);
  random_state_ = kSeed;
  write_backs_ = 0;
}

}  // namespace clgauge::lens
