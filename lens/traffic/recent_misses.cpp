#include "lens/traffic/recent_misses.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {
namespace {

// So far from every address that nothing continues it.
constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max() / 2;

}  // namespace

RecentMisses::RecentMisses(std::size_t remembered, bool streams_of_pairs)
    : lines_(remembered, kNowhere), times_(remembered, 0), streams_of_pairs_(streams_of_pairs) {
  buckets_.at(kNowhere % kBuckets).lines = static_cast<std::uint8_t>(remembered);
}

bool RecentMisses::holds(std::uint64_t line, std::uint64_t latest) const {
  const Bucket& bucket = buckets_[line % kBuckets];
  if (bucket.lines == 0) {
    return false;
  }
  if (bucket.lines == 1) {  // it needs no search
    return lines_[bucket.latest] == line && times_[bucket.latest] <= latest;
  }
  const auto found = std::find(lines_.begin(), lines_.end(), line);
  return found != lines_.end() &&
         times_[static_cast<std::size_t>(found - lines_.begin())] <= latest;
}

bool RecentMisses::continues_a_stream(std::uint64_t line, std::uint64_t latest,
                                      std::uint64_t lines_ahead) const {
  for (std::uint64_t ahead = 1; ahead <= lines_ahead; ++ahead) {
    if ((holds(line - ahead, latest) && holds(line - ahead - 1, latest)) ||
        (holds(line + ahead, latest) && holds(line + ahead + 1, latest))) {
      return true;
    }
  }
  return streams_of_pairs_ && ((holds(line - 2, latest) && holds(line - 4, latest)) ||
                               (holds(line + 2, latest) && holds(line + 4, latest)));
}

bool RecentMisses::holds_neighbour(std::uint64_t line, std::uint64_t lines_away) const {
  bool any = false;
  for (const std::uint64_t missed : lines_) {  // all of them: several at a time
    any |= missed != line && missed - line + lines_away <= 2 * lines_away;
  }
  return any;
}

void RecentMisses::add(std::uint64_t line, std::uint64_t now) {
  --buckets_[lines_[oldest_] % kBuckets].lines;
  lines_[oldest_] = line;
  times_[oldest_] = now;
  Bucket& bucket = buckets_[line % kBuckets];
  ++bucket.lines;
  bucket.latest = static_cast<std::uint8_t>(oldest_);
  oldest_ = (oldest_ + 1) % lines_.size();
}

}  // namespace clgauge::lens
