#include "model/correction/correction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "model/correction/error_process.h"

namespace clgauge::model {

namespace {

// Sizes closer than this, as a difference of logarithms, are neighbours, ...
const double kNeighbourhood = std::log(1.1);
// ... if no more of their time than this goes to other costs: a row of a power of two is held up
// where its neighbours are not.
constexpr double kAlikeParts = 0.1;
// The same, but for rounding.
constexpr double kSameSize = 1e-9;
// Another launch of the very same size and shape: other arguments may change how it goes by a
// third.
constexpr double kLaunchVariance = 0.3 * 0.3;

// How much of two launches' times goes to different costs, 0 to 1.
double apart(const CostParts& a, const CostParts& b) {
  std::map<std::string_view, double> differences;
  for (const CostPart& part : a) {
    differences[part.cost] += part.part;
  }
  for (const CostPart& part : b) {
    differences[part.cost] -= part.part;
  }
  return std::accumulate(
      differences.begin(), differences.end(), 0.0,
      [](double sum, const auto& entry) { return sum + std::abs(entry.second) / 2; });
}

ErrorRun run_of(const Observation& observation) {
  return {{std::log(observation.size), observation.shape, observation.parts},
          std::log(observation.observed_seconds / observation.predicted_seconds),
          observation.log_sigma * observation.log_sigma};
}

bool usable(double x) { return x > 0 && std::isfinite(x); }

}  // namespace

bool is_possible(const Observation& observation) noexcept {
  return usable(observation.size) && usable(observation.predicted_seconds) &&
         usable(observation.observed_seconds) &&
         usable(observation.observed_seconds / observation.predicted_seconds) &&
         observation.log_sigma >= 0 && observation.log_sigma <= kMostLogSigma;
}

Correction::Correction(const std::vector<Observation>& runs) {
  for (const Observation& run : runs) {
    keep(run);
  }
  learn();
}

void Correction::observe(const Observation& observation) {
  keep(observation);
  learn();
}

void Correction::learn() {
  std::vector<ErrorRun> runs(observations_.size());
  std::transform(observations_.begin(), observations_.end(), runs.begin(), run_of);
  process_ = runs.empty() ? nullptr : std::make_shared<const ErrorProcess>(std::move(runs));
}

void Correction::keep(const Observation& observation) {
  if (!is_possible(observation)) {
    throw Error(ErrorKind::input,
                fmt::format("observation of size {}: predicted {} s, observed {} s, noise {}: all "
                            "must be positive numbers, and the noise no more than {}",
                            observation.size, observation.predicted_seconds,
                            observation.observed_seconds, observation.log_sigma, kMostLogSigma));
  }
  std::erase_if(observations_, [&](const Observation& old) {
    const double distance = std::abs(std::log(old.size / observation.size));
    const bool is_neighbour = distance > kSameSize && distance < kNeighbourhood &&
                              apart(old.parts, observation.parts) < kAlikeParts;
    const bool is_same = distance <= kSameSize && old.launch == observation.launch;
    return old.shape == observation.shape && (is_neighbour || is_same);
  });
  const auto place =
      std::upper_bound(observations_.begin(), observations_.end(), observation,
                       [](const Observation& a, const Observation& b) {
                         return std::tie(a.shape, a.size) < std::tie(b.shape, b.size);
                       });
  observations_.insert(place, observation);
}

std::optional<Correction::Factor> Correction::at(double size, const std::string& shape,
                                                 const std::string& launch,
                                                 const CostParts& parts) const {
  if (observations_.empty()) {
    return std::nullopt;
  }
  if (!usable(size)) {
    throw Error(ErrorKind::input, fmt::format("correction: {} is not a size", size));
  }
  const double log_size = std::log(size);
  bool is_of_others = false;  // a run of this size is
  for (const Observation& run : observations_) {
    if (run.shape == shape && std::abs(std::log(run.size) - log_size) <= kSameSize) {
      if (run.launch == launch) {
        return Factor{run.observed_seconds / run.predicted_seconds,
                      std::max(run.log_sigma, kLeastLogSigma), true};
      }
      is_of_others = true;
    }
  }
  const ErrorProcess::Belief belief = process_->at({log_size, shape, parts});
  const double added = is_of_others ? kLaunchVariance : 0;
  return Factor{std::exp(belief.log_ratio), std::sqrt(belief.log_sigma * belief.log_sigma + added),
                false};
}

Predictor::Estimate corrected(const Predictor::Estimate& estimate,
                              const Correction::Factor& factor) {
  const double width = std::exp(kNormal90 * factor.log_sigma);
  const double seconds = estimate.seconds * factor.ratio;
  return {seconds, std::min(factor.log_sigma, estimate.log_sigma),
          seconds * std::max(1 / width, estimate.low / estimate.seconds),
          seconds * std::min(width, estimate.high / estimate.seconds)};
}

Prediction corrected(Prediction prediction, const Correction::Factor& factor) {
  const Predictor::Estimate estimate = corrected(estimate_of(prediction), factor);
  prediction = with_estimate(std::move(prediction), estimate);
  for (CostShare& share : prediction.breakdown) {
    share.seconds *= factor.ratio;
  }
  return prediction;
}

const char* tier_of(const Correction::Factor& factor) noexcept {
  return factor.measured ? "measured" : "corrected";
}

}  // namespace clgauge::model
