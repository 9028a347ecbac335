#include "service/engine/scoreboard.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "microbench/policy/agreement.h"
#include "model/correction/correction.h"
#include "model/correction/error_process.h"

namespace clgauge::service {
namespace {

constexpr double kSmallestRelativeError = 1e-3;
// What the median of an evaluation's samples may be off by, at least.
constexpr double kMeasurementLogSigma = 0.03;
// One measurement that no other agrees with.
constexpr double kUnconfirmedLogSigma = 0.1;
// Of the baseline without a model, until it has seen the kernel.
constexpr double kSecondsOfAFlop = 1e-9;
constexpr double kTie = 1e-3;           // guesses that differ by less are one
constexpr std::size_t kLeastSizes = 4;  // of a kernel, for two of them to say something of others

bool is_good(const EvaluationPoint& point) {
  return point.is_measured && point.measurement.status == microbench::Status::ok;
}

std::string kernel_of(const EvaluationPoint& point) { return point.family + "/" + point.variant; }

// The good points of each kernel, by work.
std::map<std::string, std::vector<std::size_t>> sizes_of_kernels(
    const std::vector<EvaluationPoint>& points) {
  std::map<std::string, std::vector<std::size_t>> kernels;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_good(points[i])) {
      kernels[kernel_of(points[i])].push_back(i);
    }
  }
  for (auto& [name, indices] : kernels) {
    std::stable_sort(indices.begin(), indices.end(),
                     [&](std::size_t a, std::size_t b) { return points[a].work < points[b].work; });
  }
  return kernels;
}

// As a standard deviation of the logarithm: how far the shortest pass, which counts, is from the
// second shortest.
double noise_of(const EvaluationPoint& point) {
  const auto [least, second] = microbench::shortest_two(point.pass_seconds);
  return std::isfinite(second) ? std::max(kMeasurementLogSigma, std::log(second / least))
                               : kUnconfirmedLogSigma;
}

// The prediction at one point, before any correction; nothing where there is none.
using Base = std::function<std::optional<model::Prediction>(std::size_t point)>;

Contestant corrected_by_two(const std::vector<EvaluationPoint>& points, const std::string& name,
                            const Base& base) {
  Contestant contestant{name, std::vector<std::optional<Guess>>(points.size()), false};
  for (const auto& [kernel, indices] : sizes_of_kernels(points)) {
    std::vector<std::pair<std::size_t, model::Prediction>> predicted;
    std::vector<model::ErrorPoint> asked;
    for (const std::size_t i : indices) {
      if (auto prediction = base(i)) {
        asked.push_back({std::log(points[i].work), "", model::parts_of(*prediction)});
        predicted.emplace_back(i, std::move(*prediction));
      }
    }
    if (predicted.size() < kLeastSizes) {
      continue;
    }
    const auto [first, second] = model::most_telling_pair(asked);
    std::vector<model::Observation> runs;
    for (const std::size_t k : {first, second}) {
      const auto& [i, prediction] = predicted[k];
      runs.push_back({points[i].work, "", prediction.seconds, points[i].usual_seconds(),
                      noise_of(points[i]), std::to_string(i), asked[k].parts});
    }
    const model::Correction correction(runs);
    for (std::size_t k = 0; k < predicted.size(); ++k) {
      const auto& [i, prediction] = predicted[k];
      const auto factor = correction.at(points[i].work, "", std::to_string(i), asked[k].parts);
      if (k != first && k != second && factor) {
        const model::Prediction better = model::corrected(prediction, *factor);
        contestant.guesses[i] = Guess{better.seconds, better.low, better.high};
      }
    }
  }
  return contestant;
}

// For each point what the others measured, the least first.
std::vector<std::vector<double>> seconds_of_others(const std::vector<EvaluationPoint>& points,
                                                   const std::vector<RecordedEvaluation>& others) {
  std::map<std::pair<std::string, kernels::Sizes>, std::vector<double>> measured;
  for (const RecordedEvaluation& other : others) {
    for (const EvaluationPoint& point : other.points) {
      if (is_good(point)) {
        measured[{kernel_of(point), point.sizes}].push_back(point.usual_seconds());
      }
    }
  }
  std::vector<std::vector<double>> seconds;
  for (const EvaluationPoint& point : points) {
    auto& of_point = seconds.emplace_back(measured[{kernel_of(point), point.sizes}]);
    std::sort(of_point.begin(), of_point.end());
  }
  return seconds;
}

// As if somebody knew all that can be known of a kernel.
Base remeasured(const std::vector<std::vector<double>>& seconds) {
  return [&seconds](std::size_t i) -> std::optional<model::Prediction> {
    const std::vector<double>& sorted = seconds[i];
    if (sorted.empty()) {
      return std::nullopt;
    }
    const double lower_middle = sorted[(sorted.size() - 1) / 2];
    model::Prediction prediction;
    prediction.seconds = std::sqrt(lower_middle * sorted[sorted.size() / 2]);
    prediction.breakdown = {{"remeasured", "", 1, prediction.seconds}};
    prediction.low = sorted.front();
    prediction.high = sorted.back();
    prediction.log_sigma =
        sorted.size() > 1
            ? std::max(kMeasurementLogSigma, std::log(sorted.back() / sorted.front()) / 2)
            : kUnconfirmedLogSigma;
    return prediction;
  };
}

Contestant as_it_says(const std::vector<EvaluationPoint>& points, const std::string& name,
                      const Base& base) {
  Contestant contestant{name, std::vector<std::optional<Guess>>(points.size()), false};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (const auto prediction = base(i)) {
      contestant.guesses[i] = Guess{prediction->seconds, prediction->low, prediction->high};
    }
  }
  return contestant;
}

// One scope's points for one contestant.
class Tally {
 public:
  void add(const EvaluationPoint& point, const Guess& guess) {
    const double measured = point.usual_seconds();
    const double ratio = guess.seconds / measured;
    const double error = std::abs(ratio - 1);
    log_errors_ += std::log(std::max(error, kSmallestRelativeError));
    errors_ += error;
    log_magnitudes_ += std::abs(std::log(ratio));
    logs_ += std::log(ratio);
    inside_ += measured >= guess.low && measured <= guess.high ? 1 : 0;
    ++points_;
  }

  void add_choice(const EvaluationPoint& point, double guess) {
    choices_[{point.family, point.sizes}].emplace_back(guess, point.usual_seconds());
  }

  [[nodiscard]] Score score(const std::string& scope, bool picks_at_random) const {
    Score result;
    result.scope = scope;
    result.points = points_;
    if (points_ > 0) {
      const auto count = static_cast<double>(points_);
      result.geometric_mean = std::exp(log_errors_ / count);
      result.mean = errors_ / count;
      result.factor = std::exp(log_magnitudes_ / count);
      result.bias = std::exp(logs_ / count);
      result.covered = inside_ / count;
    }
    double regret = 0;
    for (const auto& [key, variants] : choices_) {
      if (variants.size() > 1) {
        regret += regret_of(variants, picks_at_random);
        ++result.choices;
      }
    }
    if (result.choices > 0) {
      result.regret = regret / static_cast<double>(result.choices);
    }
    return result;
  }

 private:
  using Variants = std::vector<std::pair<double, double>>;  // guessed and measured time

  static double regret_of(const Variants& variants, bool picks_at_random) {
    const double best = std::min_element(variants.begin(), variants.end(), [](auto& a, auto& b) {
                          return a.second < b.second;
                        })->second;
    // Among variants that it cannot tell apart, a contestant picks blindly.
    const double quickest = std::min_element(variants.begin(), variants.end())->first;
    double sum = 0;
    double picks = 0;
    for (const auto& [guess, measured] : variants) {
      if (picks_at_random || guess <= quickest * (1 + kTie)) {
        sum += measured;
        ++picks;
      }
    }
    return sum / picks / best;
  }

  std::size_t points_ = 0;
  double log_errors_ = 0;
  double errors_ = 0;
  double log_magnitudes_ = 0;
  double logs_ = 0;
  double inside_ = 0;
  std::map<std::pair<std::string, kernels::Sizes>, Variants> choices_;
};

}  // namespace

std::vector<Contestant> contestants(const std::vector<EvaluationPoint>& points,
                                    const std::vector<std::string>& models,
                                    const std::vector<RecordedEvaluation>& others) {
  std::vector<Contestant> all;
  const auto predicted = [&](std::size_t m) -> Base {
    return [&points, m](std::size_t i) -> std::optional<model::Prediction> {
      const PredictionReport* report = prediction_of(points[i], m);
      return report == nullptr ? std::nullopt : std::optional(report->prediction);
    };
  };
  for (std::size_t m = 0; m < models.size(); ++m) {
    all.push_back(as_it_says(points, models[m], predicted(m)));
  }
  for (std::size_t m = 0; m < models.size(); ++m) {
    all.push_back(corrected_by_two(points, models[m] + "+2", predicted(m)));
  }
  all.push_back(corrected_by_two(points, "interpolation+2", [&](std::size_t i) {
    model::Prediction prediction;
    prediction.seconds = kSecondsOfAFlop * points[i].work;
    prediction.breakdown = {{"flop", "", points[i].work, prediction.seconds}};
    prediction.low = 0.1 * prediction.seconds;
    prediction.high = 10 * prediction.seconds;
    prediction.log_sigma = 1;
    return std::optional(prediction);
  }));
  if (!others.empty()) {
    const auto seconds = seconds_of_others(points, others);
    all.push_back(as_it_says(points, "remeasured", remeasured(seconds)));
    all.push_back(corrected_by_two(points, "remeasured+2", remeasured(seconds)));
  }
  Contestant random{"random", std::vector<std::optional<Guess>>(points.size()), true};
  all.push_back(std::move(random));
  return all;
}

std::vector<Score> scores(const std::vector<EvaluationPoint>& points,
                          const Contestant& contestant) {
  std::vector<std::string> order;
  std::map<std::string, Tally> tallies;
  const auto tally = [&](const std::string& scope) -> Tally& {
    const auto [place, is_new] = tallies.try_emplace(scope);
    if (is_new) {
      order.push_back(scope);
    }
    return place->second;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const EvaluationPoint& point = points[i];
    const auto& guess = contestant.guesses[i];
    if (!is_good(point) || (!guess && !contestant.picks_at_random)) {
      continue;
    }
    for (const std::string& scope :
         {kernel_of(point), point.family, "(" + point.group + ")", std::string("(all)")}) {
      if (guess) {
        tally(scope).add(point, *guess);
      }
      tally(scope).add_choice(point, guess ? guess->seconds : 0);
    }
  }
  std::vector<Score> result;
  result.reserve(order.size());
  for (const std::string& scope : order) {
    result.push_back(tallies.at(scope).score(scope, contestant.picks_at_random));
  }
  // Kernels, families, groups, all.
  std::stable_sort(result.begin(), result.end(), [](const Score& a, const Score& b) {
    const auto rank = [](const std::string& scope) {
      return scope == "(all)" ? 3 : scope.front() == '(' ? 2 : scope.find('/') == scope.npos;
    };
    return rank(a.scope) < rank(b.scope);
  });
  return result;
}

nlohmann::json to_json(const Score& score) {
  return {{"scope", score.scope},
          {"points", score.points},
          {"geometric_mean", score.geometric_mean},
          {"mean", score.mean},
          {"factor", score.factor},
          {"bias", score.bias},
          {"covered", score.covered},
          {"regret", score.regret},
          {"choices", score.choices}};
}

}  // namespace clgauge::service
