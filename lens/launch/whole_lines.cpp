#include "lens/launch/whole_lines.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLine = 64;  // bytes
constexpr std::size_t kFew = 64;     // one in so many accesses does not matter

}  // namespace

unsigned stretches_to_whole_lines(const AccessTrace& trace, std::size_t first, std::size_t last) {
  const std::size_t length = last - first;
  if (length > first) {
    return 0;
  }
  std::size_t moving_within_lines = 0;
  std::uint64_t steps = kLine;  // all steps together: their common powers of two
  for (std::size_t i = first; i < last; ++i) {
    const Access& before = trace[i - length];
    const Access& now = trace[i];
    if (before.instruction != now.instruction || before.bytes != now.bytes ||
        before.is_cover != now.is_cover) {
      return 0;
    }
    const std::uint64_t step = now.address - before.address;
    if (step % kLine != 0) {
      steps |= step;
      ++moving_within_lines;
    }
  }
  if (moving_within_lines * kFew <= length) {
    return 1;
  }
  return static_cast<unsigned>(kLine >> std::min(6, std::countr_zero(steps)));
}

}  // namespace clgauge::lens
