#include "lens/traffic/set_queues.h"

#include <algorithm>

namespace clgauge::lens {
namespace {

constexpr double kBusy = 8;  // a set with a line
constexpr double kLongestWait = 4.4;

}  // namespace

double SetQueues::wait_of(std::uint64_t set) {
  now_ += 1;
  return wait(set, kBusy, kLongestWait);
}

double SetQueues::wait_for_store(std::uint64_t set, double times) {
  return wait(set, times, times);
}

double SetQueues::wait(std::uint64_t set, double busy, double longest) {
  double& free_at = free_at_[set];
  free_at = std::max(free_at, now_) + busy;
  const double wait = std::clamp(free_at - (now_ + in_flight_), 0.0, longest);
  now_ += wait;
  free_at = std::min(free_at, now_ + in_flight_);
  return wait;
}

}  // namespace clgauge::lens
