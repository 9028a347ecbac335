#include "model/correction/correction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::model {

namespace {

// Sizes closer than this, as a difference of logarithms, are the same size: a new run replaces the
// old one.
const double kNeighbourhood = std::log(1.1);
// The same, but for rounding.
constexpr double kSameSize = 1e-9;
// Variance that the ratio gains per unit of log(size) away from observations, before there is
// evidence: an error that drifts by 14% while the work grows by a factor of e.
constexpr double kPriorStep = 0.02;
// How many steps of evidence the prior is worth.
constexpr double kPriorWeight = 2;
// Another launch shape changes how a device vectorises: by about a third, up or down. So may other
// arguments where they do not change how much is done: a stride, say.
constexpr double kShapeVariance = 0.3 * 0.3;
// No measurement is better than this.
constexpr double kLeastLogSigma = 0.01;
// Of a standard normal variable, so that 90% lie within.
constexpr double kNormal90 = 1.6449;

struct Point {
  double x = 0;  // log(size)
  double y = 0;  // log(observed / predicted)
  double variance = 0;
};

std::vector<Point> points_of(const std::vector<Observation>& observations,
                             const std::string* shape) {
  std::vector<Point> points;
  for (const Observation& observation : observations) {
    if (shape == nullptr || observation.shape == *shape) {
      const double sigma = std::max(observation.log_sigma, kLeastLogSigma);
      points.push_back({std::log(observation.size),
                        std::log(observation.observed_seconds / observation.predicted_seconds),
                        sigma * sigma});
    }
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  return points;
}

// By how much wider than a normal variable's the 90% interval of one is whose variance has been
// estimated from so many values: that of Student's t (its expansion in 1 / degrees, Abramowitz &
// Stegun 26.7.5; right to 1% from two degrees on).
double estimated_width(double degrees) {
  const double z = kNormal90;
  const double z2 = z * z;
  const double first = z * (z2 + 1) / 4;
  const double second = z * (5 * z2 * z2 + 16 * z2 + 3) / 96;
  const double third = z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / 384;
  return 1 + (first + (second + third / degrees) / degrees) / (degrees * z);
}

// Squared increments over their distances, averaged with the prior. Few increments say little of
// how large the next one will be: larger by what makes up for that.
double step_variance(const std::vector<Point>& points) {
  double sum = kPriorStep * kPriorWeight;
  double weight = kPriorWeight;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double distance = points[i].x - points[i - 1].x;
    if (distance < kNeighbourhood) {
      continue;  // other shapes at the same size say nothing of how the ratio drifts
    }
    const double increment = points[i].y - points[i - 1].y;
    const double noise = points[i].variance + points[i - 1].variance;
    sum += std::max(increment * increment - noise, 0.0) / distance;
    weight += 1;
  }
  const double wider = estimated_width(weight);
  return wider * wider * sum / weight;
}

Point interpolated(const std::vector<Point>& points, double x) {
  const double step = step_variance(points);
  const auto right =
      std::lower_bound(points.begin(), points.end(), x,
                       [](const Point& point, double value) { return point.x < value; });
  if (right == points.begin()) {
    return {x, right->y, right->variance + step * (right->x - x)};
  }
  const auto left = right - 1;
  if (right == points.end()) {
    return {x, left->y, left->variance + step * (x - left->x)};
  }
  const double width = right->x - left->x;
  const double w = (x - left->x) / width;
  // A random walk pinned at both ends: the variance of a bridge beside that of the pins.
  return {x, (1 - w) * left->y + w * right->y,
          (1 - w) * (1 - w) * left->variance + w * w * right->variance +
              step * (x - left->x) * (right->x - x) / width};
}

bool usable(double x) { return x > 0 && std::isfinite(x); }

}  // namespace

bool is_possible(const Observation& observation) noexcept {
  return usable(observation.size) && usable(observation.predicted_seconds) &&
         usable(observation.observed_seconds) &&
         usable(observation.observed_seconds / observation.predicted_seconds) &&
         observation.log_sigma >= 0 && observation.log_sigma <= kMostLogSigma;
}

void Correction::observe(const Observation& observation) {
  if (!is_possible(observation)) {
    throw Error(ErrorKind::input,
                fmt::format("observation of size {}: predicted {} s, observed {} s, noise {}: all "
                            "must be positive numbers, and the noise no more than {}",
                            observation.size, observation.predicted_seconds,
                            observation.observed_seconds, observation.log_sigma, kMostLogSigma));
  }
  std::erase_if(observations_, [&](const Observation& old) {
    const double distance = std::abs(std::log(old.size / observation.size));
    return old.shape == observation.shape && distance < kNeighbourhood &&
           (old.launch == observation.launch || distance > kSameSize);
  });
  const auto place =
      std::upper_bound(observations_.begin(), observations_.end(), observation,
                       [](const Observation& a, const Observation& b) {
                         return std::tie(a.shape, a.size) < std::tie(b.shape, b.size);
                       });
  observations_.insert(place, observation);
}

std::optional<Correction::Factor> Correction::at(double size, const std::string& shape,
                                                 const std::string& launch) const {
  if (observations_.empty()) {
    return std::nullopt;
  }
  if (!usable(size)) {
    throw Error(ErrorKind::input, fmt::format("correction: {} is not a size", size));
  }
  const double x = std::log(size);
  bool is_of_others = false;  // a run of this size is
  for (const Observation& run : observations_) {
    if (run.shape == shape && std::abs(std::log(run.size) - x) <= kSameSize) {
      if (run.launch == launch) {
        return Factor{run.observed_seconds / run.predicted_seconds,
                      std::max(run.log_sigma, kLeastLogSigma), true};
      }
      is_of_others = true;
    }
  }
  const auto same_shape = points_of(observations_, &shape);
  const bool is_of_shape = !same_shape.empty();
  const Point point = interpolated(is_of_shape ? same_shape : points_of(observations_, nullptr), x);
  const double added = is_of_shape && !is_of_others ? 0 : kShapeVariance;
  return Factor{std::exp(point.y), std::sqrt(point.variance + added), false};
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
  const Predictor::Estimate estimate =
      corrected(Predictor::Estimate{prediction.seconds, prediction.log_sigma, prediction.low,
                                    prediction.high},
                factor);
  prediction.seconds = estimate.seconds;
  prediction.log_sigma = estimate.log_sigma;
  prediction.low = estimate.low;
  prediction.high = estimate.high;
  for (CostShare& share : prediction.breakdown) {
    share.seconds *= factor.ratio;
  }
  return prediction;
}

const char* tier_of(const Correction::Factor& factor) noexcept {
  return factor.measured ? "measured" : "corrected";
}

nlohmann::json to_json(const Correction& correction) {
  nlohmann::json observations = nlohmann::json::array();
  for (const Observation& observation : correction.observations()) {
    observations.push_back({{"size", observation.size},
                            {"shape", observation.shape},
                            {"predicted_seconds", observation.predicted_seconds},
                            {"observed_seconds", observation.observed_seconds},
                            {"log_sigma", observation.log_sigma},
                            {"launch", observation.launch}});
  }
  return {{"version", 1}, {"observations", std::move(observations)}};
}

Correction correction_from_json(const nlohmann::json& json) {
  Correction correction;
  try {
    if (const int version = json.at("version").get<int>(); version != 1) {
      throw Error(ErrorKind::input,
                  fmt::format("correction: expected version 1, found {}", version));
    }
    for (const auto& value : json.at("observations")) {
      correction.observe({value.at("size").get<double>(), value.at("shape").get<std::string>(),
                          value.at("predicted_seconds").get<double>(),
                          value.at("observed_seconds").get<double>(),
                          value.at("log_sigma").get<double>(), value.value("launch", "")});
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("correction: {}", error.what()));
  }
  return correction;
}

}  // namespace clgauge::model
