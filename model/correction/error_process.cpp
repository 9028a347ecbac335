#include "model/correction/error_process.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace clgauge::model {

namespace {

// A cost's own factor for one kernel, as far as a launch spends its time on that cost. Costs are
// fitted to what is common to all kernels, and single kernels are held up in single places.
constexpr double kCostVariance = 1.5;
// What launches share that spend their time alike: two share an e-th of it that are so far apart,
// 0 to 1 (Hellinger's distance of their parts). One that spends 5% on a cost which the other does
// not have is 0.16 from it: of what holds a kernel up a model often sees no more than a trace.
constexpr double kAlikeVariance = 0.4;
constexpr double kAlikeDistance = 0.4;
constexpr double kAlikePower = 1.5;
// What all launches of a kernel share.
constexpr double kKernelVariance = 0.6;
// What costs do not explain drifts with the work: 15% in all, of which sizes that are a factor of
// e^6 apart still share a third (Ornstein & Uhlenbeck).
constexpr double kDriftVariance = 0.15 * 0.15;
constexpr double kDriftLength = 6;
// Another launch shape changes how a device vectorises: by about a third, up or down.
constexpr double kShapeVariance = 0.3 * 0.3;
// How large all of these are for a kernel its own runs say, beside so many that say a third.
constexpr double kPriorWeight = 2;
constexpr double kPriorScale = 1.0 / 3;
// This also keeps the covariance of equal runs regular.
constexpr double kLeastVariance = kLeastLogSigma * kLeastLogSigma;
// What a launch that is still to be measured will be off by.
constexpr double kMeasurementVariance = 0.03 * 0.03;

// One cost for all of the time, where it is not known of every launch what it goes to.
const CostParts& whole_time() {
  static const CostParts kWhole = {{"", 1}};
  return kWhole;
}

std::vector<std::string> costs_of(const std::vector<const CostParts*>& launches) {
  std::vector<std::string> costs;
  for (const CostParts* parts : launches) {
    for (const CostPart& one : *parts) {
      costs.push_back(one.cost);
    }
  }
  std::sort(costs.begin(), costs.end());
  costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
  return costs;
}

double part_of(const CostPart& one) { return std::max(one.part, 0.0); }

double whole_of(const CostParts& parts) {
  return std::accumulate(parts.begin(), parts.end(), 0.0,
                         [](double sum, const CostPart& one) { return sum + part_of(one); });
}

// Parts of the whole by cost, zero where it is not named; what no cost of these is counts for the
// whole alone.
Eigen::VectorXd by_cost(const CostParts& parts, const std::vector<std::string>& costs) {
  Eigen::VectorXd dense = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(costs.size()));
  for (const CostPart& one : parts) {
    const auto place = std::lower_bound(costs.begin(), costs.end(), one.cost);
    if (place != costs.end() && *place == one.cost) {
      dense(place - costs.begin()) += part_of(one);
    }
  }
  const double whole = whole_of(parts);
  if (whole > 0) {
    dense /= whole;
  }
  return dense;
}

// Of the parts of two launches: sums over costs of their product and of its root.
struct Overlap {
  double product = 0;
  double root = 0;  // 1 for equal parts
};

double covariance(const ErrorPoint& a, const ErrorPoint& b, const Overlap& overlap) {
  const double distance = std::sqrt(std::max(1 - overlap.root, 0.0));
  return kKernelVariance + (a.shape == b.shape ? kShapeVariance : 0) +
         kCostVariance * overlap.product +
         kAlikeVariance * std::exp(-std::pow(distance / kAlikeDistance, kAlikePower)) +
         kDriftVariance * std::exp(-std::abs(a.log_size - b.log_size) / kDriftLength);
}

using Parts = Eigen::Ref<const Eigen::VectorXd>;

double covariance(const ErrorPoint& a, const ErrorPoint& b, const Parts& of_a, const Parts& of_b) {
  return covariance(a, b, {of_a.dot(of_b), of_a.cwiseSqrt().dot(of_b.cwiseSqrt())});
}

// `squares`: the sum over all of its costs, those too that nobody else has.
double variance(const ErrorPoint& point, double squares) {
  return covariance(point, point, {squares, 1});
}

double squares(const CostParts& parts) {
  const double whole = whole_of(parts);
  double sum = 0;
  for (const CostPart& one : parts) {
    sum += part_of(one) * part_of(one);
  }
  return whole > 0 ? sum / (whole * whole) : 0;
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

}  // namespace

ErrorProcess::ErrorProcess(std::vector<ErrorRun> runs) : runs_(std::move(runs)) {
  has_parts_ = std::none_of(runs_.begin(), runs_.end(),
                            [](const ErrorRun& run) { return run.point.parts.empty(); });
  std::vector<const CostParts*> launches;
  for (auto& run : runs_) {
    if (!has_parts_) {
      run.point.parts = whole_time();
    }
    launches.push_back(&run.point.parts);
  }
  costs_ = costs_of(launches);
  const auto n = static_cast<Eigen::Index>(runs_.size());
  Eigen::MatrixXd parts(static_cast<Eigen::Index>(costs_.size()), n);
  Eigen::VectorXd errors(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const ErrorRun& run = runs_[static_cast<std::size_t>(i)];
    parts.col(i) = by_cost(run.point.parts, costs_);
    errors(i) = run.log_ratio;
    noise_ += std::max(run.variance, kLeastVariance) / static_cast<double>(n);
  }
  Eigen::MatrixXd between(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const ErrorRun& run = runs_[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < i; ++j) {
      between(i, j) = covariance(run.point, runs_[static_cast<std::size_t>(j)].point, parts.col(i),
                                 parts.col(j));
    }
    between(i, i) =
        variance(run.point, parts.col(i).squaredNorm()) + std::max(run.variance, kLeastVariance);
  }
  const Eigen::LLT<Eigen::MatrixXd, Eigen::Lower> decomposed(between);
  const Eigen::MatrixXd lower = decomposed.matrixL();
  const Eigen::VectorXd weights = decomposed.solve(errors);
  parts_.assign(parts.data(), parts.data() + parts.size());
  factor_.assign(lower.data(), lower.data() + lower.size());
  weights_.assign(weights.begin(), weights.end());
  const double degrees = kPriorWeight + static_cast<double>(n);
  const double wider = estimated_width(degrees);
  scale_ = wider * wider * (kPriorWeight * kPriorScale + errors.dot(weights)) / degrees;
}

const CostParts& ErrorProcess::parts_at(const ErrorPoint& point) const {
  if (!has_parts_) {
    return whole_time();
  }
  if (!point.parts.empty()) {
    return point.parts;
  }
  const auto nearest =
      std::min_element(runs_.begin(), runs_.end(), [&](const ErrorRun& a, const ErrorRun& b) {
        return std::abs(a.point.log_size - point.log_size) <
               std::abs(b.point.log_size - point.log_size);
      });
  return nearest->point.parts;
}

ErrorProcess::Belief ErrorProcess::at(const ErrorPoint& point) const {
  const CostParts& parts = parts_at(point);
  const Eigen::VectorXd own = by_cost(parts, costs_);
  const auto n = static_cast<Eigen::Index>(runs_.size());
  const Eigen::Map<const Eigen::MatrixXd> of_runs(parts_.data(),
                                                  static_cast<Eigen::Index>(costs_.size()), n);
  Eigen::VectorXd to_runs(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    to_runs(i) = covariance(runs_[static_cast<std::size_t>(i)].point, point, of_runs.col(i), own);
  }
  const double mean = to_runs.dot(Eigen::Map<const Eigen::VectorXd>(weights_.data(), n));
  const Eigen::Map<const Eigen::MatrixXd> factor(factor_.data(), n, n);
  factor.triangularView<Eigen::Lower>().solveInPlace(to_runs);
  const double left = std::max(variance(point, squares(parts)) - to_runs.squaredNorm(), 0.0);
  return {mean, std::sqrt(scale_ * left + noise_)};
}

std::pair<std::size_t, std::size_t> most_telling_pair(const std::vector<ErrorPoint>& points) {
  const std::size_t n = points.size();
  const bool has_parts = std::none_of(points.begin(), points.end(),
                                      [](const ErrorPoint& one) { return one.parts.empty(); });
  std::vector<const CostParts*> launches;
  for (const ErrorPoint& point : points) {
    launches.push_back(has_parts ? &point.parts : &whole_time());
  }
  const std::vector<std::string> costs = costs_of(launches);
  std::vector<Eigen::VectorXd> parts;
  for (const CostParts* one : launches) {
    parts.push_back(by_cost(*one, costs));
  }
  std::vector<double> between(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      between[i * n + j] = i == j ? variance(points[i], parts[i].squaredNorm())
                                  : covariance(points[i], points[j], parts[i], parts[j]);
    }
  }
  // What is left of the variance at each point, by the inverse of a matrix of two rows.
  const auto deviations = [&](std::size_t a, std::size_t b) {
    const double aa = between[a * n + a] + kMeasurementVariance;
    const double bb = between[b * n + b] + kMeasurementVariance;
    const double ab = between[a * n + b];
    const double determinant = aa * bb - ab * ab;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double ia = between[i * n + a];
      const double ib = between[i * n + b];
      const double known = (ia * ia * bb - 2 * ia * ib * ab + ib * ib * aa) / determinant;
      sum += std::sqrt(std::max(between[i * n + i] - known, 0.0));
    }
    return sum;
  };
  std::pair<std::size_t, std::size_t> best{0, 0};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (const double sum = deviations(a, b); sum < least) {
        least = sum;
        best = {a, b};
      }
    }
  }
  return best;
}

}  // namespace clgauge::model
