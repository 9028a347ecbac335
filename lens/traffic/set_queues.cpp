#include "lens/traffic/set_queues.h"

#include <algorithm>

namespace clgauge::lens {
namespace {

constexpr double kBusy = 8;  // a set with a line
constexpr double kLongestWait = 4.4;
constexpr double kStoreStep = 20;  // from one store that is waited for to the next: 40 cycles

}  // namespace

double SetQueues::wait_of(std::uint64_t set) {
  now_ += 1;
  double& free_at = free_at_[set];
  free_at = std::max(free_at, now_) + kBusy;
  const double wait = std::clamp(free_at - (now_ + in_flight_), 0.0, kLongestWait);
  now_ += wait;
  free_at = std::min(free_at, now_ + in_flight_);
  return wait;
}

double SetQueues::wait_for_store() {
  const double wait = std::max(0.0, last_store_ + kStoreStep - now_);
  now_ += wait;
  last_store_ = now_;
  return wait;
}

}  // namespace clgauge::lens
