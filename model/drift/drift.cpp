#include "model/drift/drift.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace clgauge::model {
namespace {

// Wallace (Annals of Mathematical Statistics 1959): within 0.1 of exact for three runs and more.
double normal_deviate_of_t(double t, double freedom) {
  const double size =
      (8 * freedom + 1) / (8 * freedom + 3) * std::sqrt(freedom * std::log1p(t * t / freedom));
  return std::copysign(size, t);
}

}  // namespace

void DriftDetector::Side::add(double deviation, double log_change) {
  sum = std::max(0.0, sum + deviation - kReference);
  if (sum == 0) {
    change = 0;
    runs = 0;
    return;
  }
  change += log_change;
  ++runs;
}

void DriftDetector::observe(const std::string& series, double log_ratio) {
  if (!std::isfinite(log_ratio)) {
    throw Error(ErrorKind::input, "drift: a run's ratio must be a number above zero");
  }
  ++runs_;
  Baseline& baseline = baselines_[series];
  if (baseline.runs >= 2) {
    const auto n = static_cast<double>(baseline.runs);
    const double sigma = std::max(std::sqrt(baseline.squares / (n - 1)), kLeastSigma);
    const double change = log_ratio - baseline.mean;
    const double deviation =
        std::clamp(normal_deviate_of_t(change / (sigma * std::sqrt(1 + 1 / n)), n - 1),
                   -kMostDeviations, kMostDeviations);
    slower_.add(deviation, change);
    faster_.add(-deviation, change);
    if (moved_ == nullptr && slower_.sum > kThreshold) {
      moved_ = &slower_;
    } else if (moved_ == nullptr && faster_.sum > kThreshold) {
      moved_ = &faster_;
    }
  }
  // What may be a change already must not become what is normal.
  if (std::max(slower_.sum, faster_.sum) > kThreshold / 2) {
    return;
  }
  ++baseline.runs;
  const double before = log_ratio - baseline.mean;
  baseline.mean += before / static_cast<double>(baseline.runs);
  baseline.squares += before * (log_ratio - baseline.mean);
}

double DriftDetector::ratio() const {
  return moved_ == nullptr || moved_->runs == 0
             ? 1
             : std::exp(moved_->change / static_cast<double>(moved_->runs));
}

}  // namespace clgauge::model
