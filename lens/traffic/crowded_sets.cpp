#include "lens/traffic/crowded_sets.h"

#include <algorithm>
#include <cmath>

namespace clgauge::lens {

CrowdedSets::CrowdedSets(std::uint64_t sets, std::uint64_t window, const CrowdsOfSets& crowds)
    : in_flight_(sets), window_(window) {
  for (std::size_t i = 0; i < waits_.size(); ++i) {
    const auto lines = static_cast<double>(i);
    const double more = crowds.wait_for_each ? lines - crowds.without_wait
                                             : std::sqrt(lines) - std::sqrt(crowds.without_wait);
    waits_[i] = std::clamp(crowds.part * more, 0.0, crowds.longest);
  }
}

double CrowdedSets::wait_of(std::uint64_t set, std::uint64_t now) {
  double wait = 0;
  while (lines() > 0 && (lines() == kMostInFlight || line(first_).time + window_ < now)) {
    wait += drop_oldest();
  }
  lines_[behind_++ % kPlaces] = {set, now};
  ++in_flight_[set];
  while (2 * (next_asked_ - first_) + 1 < lines()) {
    wait += wait_of_next();
  }
  return wait;
}

double CrowdedSets::wait_for_store(std::uint64_t set, double times) const {
  return times * (static_cast<double>(in_flight_[set]) / kMostInFlight);
}

double CrowdedSets::wait_of_next() { return waits_[in_flight_[line(next_asked_++).set]]; }

double CrowdedSets::drop_oldest() {
  const double wait = next_asked_ == first_ ? wait_of_next() : 0;
  --in_flight_[line(first_++).set];
  return wait;
}

}  // namespace clgauge::lens
