#include "lens/traffic/cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kNoLine = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ULL;

// splitmix64's finaliser: page numbers become colours that show no pattern.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

}  // namespace

CacheSimulator::CacheSimulator(const CacheShape& shape)
    : sets_(0),
      ways_(shape.ways),
      replacement_(shape.replacement),
      page_lines_(0),
      random_state_(kSeed) {
  const std::uint64_t lines = shape.line_bytes == 0 ? 0 : shape.capacity_bytes / shape.line_bytes;
  if (lines == 0 || lines > std::numeric_limits<unsigned>::max()) {
    throw Error(ErrorKind::input, fmt::format("a cache of {} bytes has no lines of {} bytes",
                                              shape.capacity_bytes, shape.line_bytes));
  }
  if (ways_ == 0 || ways_ > lines) {
    ways_ = static_cast<unsigned>(lines);
  }
  sets_ = lines / ways_;
  const std::uint64_t page_lines = shape.page_bytes / shape.line_bytes;
  if (page_lines > 0 && sets_ > page_lines) {
    page_lines_ = page_lines;
  }
  slots_.assign(sets_ * ways_, Slot{kNoLine, false});
}

std::uint64_t CacheSimulator::set_of(std::uint64_t line) const {
  if (page_lines_ == 0) {
    return line % sets_;
  }
  const std::uint64_t colours = sets_ / page_lines_;
  return line % page_lines_ + page_lines_ * (mixed(line / page_lines_) % colours);
}

std::uint64_t CacheSimulator::random() {
  random_state_ ^= random_state_ << 13U;
  random_state_ ^= random_state_ >> 7U;
  random_state_ ^= random_state_ << 17U;
  return random_state_;
}

bool CacheSimulator::access(std::uint64_t line, bool is_store) {
  const auto first = slots_.begin() + static_cast<std::ptrdiff_t>(set_of(line) * ways_);
  const auto last = first + ways_;
  const auto found =
      std::find_if(first, last, [line](const Slot& slot) { return slot.line == line; });
  if (found != last) {
    found->is_dirty = found->is_dirty || is_store;
    std::rotate(first, found, found + 1);
    return true;
  }
  auto victim = last - 1;
  if (replacement_ == Replacement::half_random && victim->line != kNoLine) {
    const unsigned older = ways_ - ways_ / 2;
    victim = last - 1 - static_cast<std::ptrdiff_t>(random() % older);
  }
  write_backs_ += victim->is_dirty ? 1U : 0U;
  std::move_backward(first, victim, victim + 1);
  *first = {line, is_store};
  return false;
}

void CacheSimulator::clear() {
  std::fill(slots_.begin(), slots_.end(), Slot{kNoLine, false});
  random_state_ = kSeed;
  write_backs_ = 0;
}

}  // namespace clgauge::lens
