#include "lens/traffic/recent_misses.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {
namespace {

// So far from every address that nothing continues it.
constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max() / 2;

}  // namespace

RecentMisses::RecentMisses() {
  lines_.fill(kNowhere);
  in_bucket_.at(kNowhere % kBuckets) = kRemembered;
}

bool RecentMisses::holds(std::uint64_t line) const {
  return in_bucket_[line % kBuckets] != 0 &&
         std::find(lines_.begin(), lines_.end(), line) != lines_.end();
}

bool RecentMisses::continues_a_stream(std::uint64_t line) const {
  return (holds(line - 1) && holds(line - 2)) || (holds(line + 1) && holds(line + 2));
}

void RecentMisses::add(std::uint64_t line) {
  --in_bucket_[lines_[oldest_] % kBuckets];
  lines_[oldest_] = line;
  ++in_bucket_[line % kBuckets];
  oldest_ = (oldest_ + 1) % kRemembered;
}

}  // namespace clgauge::lens
