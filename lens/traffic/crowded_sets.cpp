#include "lens/traffic/crowded_sets.h"

#include <algorithm>
#include <cmath>

namespace clgauge::lens {
namespace {

constexpr std::size_t kMostInFlight = 54;

}  // namespace

double CrowdedSets::wait_of(std::uint64_t set, std::uint64_t now) {
  double wait = 0;
  while (!lines_.empty() &&
         (lines_.size() == kMostInFlight || lines_.front().time + window_ < now)) {
    wait += drop_oldest();
  }
  lines_.push_back({set, now});
  ++in_flight_[set];
  while (2 * known_ + 1 < lines_.size()) {
    wait += wait_of_next();
  }
  return wait;
}

double CrowdedSets::wait_for_store(std::uint64_t set, double times) const {
  return times * in_flight_[set] / kMostInFlight;
}

double CrowdedSets::wait_of_next() {
  const double lines = in_flight_[lines_[known_++].set];
  const double more = crowds_.wait_for_each ? lines - crowds_.without_wait
                                            : std::sqrt(lines) - std::sqrt(crowds_.without_wait);
  return std::clamp(crowds_.part * more, 0.0, crowds_.longest);
}

double CrowdedSets::drop_oldest() {
  const double wait = known_ == 0 ? wait_of_next() : 0;
  --in_flight_[lines_.front().set];
  lines_.pop_front();
  --known_;
  return wait;
}

}  // namespace clgauge::lens
