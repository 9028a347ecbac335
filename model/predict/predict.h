#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/error.h"
#include "model/expression/expression.h"
#include "model/expression/structure.h"
#include "model/feature_vector.h"
#include "model/fitted.h"
#include "model/predict/cost_parts.h"

namespace clgauge::model {

// What one cost contributes to a predicted time.
struct CostShare {
  std::string cost;
  // What it multiplies, joined by " + ", then by " ^ " the exponents of that; "1" for a constant.
  std::string feature;
  double count = 0;
  double seconds = 0;
};

struct Prediction {
  double seconds = 0;
  double low = 0;  // the interval that should hold the measured time in `coverage` of cases
  double high = 0;
  double coverage = 0.9;
  double log_sigma = 0;  // standard deviation of log(measured / predicted), as far as known
  // Largest first. A cost's share is its value times the derivative of the time by it: exact for
  // sums, and for combinations (max, pnorm, smoothmax) the shares still add up to the time. What is
  // left by other non-linear forms stands under the cost "(combination)".
  std::vector<CostShare> breakdown;
  std::vector<std::string> unsupported;  // parameters and features that the answer cannot rely on
  std::vector<std::string> notes;        // why, and what else the answer assumes
};

// A fitted model made ready to predict many times. Immutable after construction; thread-safe as
// long as each thread has its own workspace.
class Predictor {
 public:
  // `labels` say what each parameter multiplies, as CostShare::feature does; those of the model's
  // own expression where there are none. Throws Error(input) when the model's parts do not fit
  // together.
  explicit Predictor(FittedModel model, std::vector<std::string> labels = {});

  [[nodiscard]] const FittedModel& model() const noexcept { return model_; }
  // The features it asks for, in the order that `counts` must have.
  [[nodiscard]] const std::vector<std::string>& features() const noexcept {
    return expression_.features();
  }
  // By parameter.
  [[nodiscard]] const std::vector<std::string>& labels() const noexcept { return labels_; }

  struct Workspace {
    Expression::Workspace expression;
    std::vector<double> parameter_gradient;
    std::vector<std::size_t> moving;
    std::vector<double> coefficients;
  };

  struct Estimate {
    double seconds = 0;
    double log_sigma = 0;
    double low = 0;
    double high = 0;
  };
  // Time and interval alone, the fast way. Throws Error(unsupported) when the model gives no
  // positive, finite time for these counts.
  [[nodiscard]] Estimate estimate(std::span<const double> counts, Workspace& workspace) const;

  // What the time goes to by that estimate, which this workspace has made last.
  [[nodiscard]] CostParts parts(const Estimate& estimate, const Workspace& workspace) const;

  // The parameters that the calibration does not determine and the estimate rests on: that of the
  // same counts, which estimate() has made last in this workspace.
  [[nodiscard]] std::vector<const FittedParameter*> undetermined(std::span<const double> counts,
                                                                 Workspace& workspace) const;

  // The whole answer. Same errors.
  [[nodiscard]] Prediction predict(std::span<const double> counts, Workspace& workspace) const;
  [[nodiscard]] Prediction predict(const FeatureVector& features) const;

 private:
  [[nodiscard]] std::vector<CostShare> breakdown(std::span<const double> counts, double seconds,
                                                 Workspace& workspace) const;

  FittedModel model_;
  Expression expression_;
  Structure structure_;
  std::vector<double> values_;             // of the parameters
  std::vector<std::size_t> undetermined_;  // parameters
  std::vector<std::string> labels_;        // by parameter
};

// Times of the same launch where what is guessed of its counts (features/data_guess.h) is a
// standard deviation lower and higher; nothing where the model gives no time to it.
struct GuessedTimes {
  std::optional<double> fewest;
  std::optional<double> most;
};
// What `predict` returns; nothing where it throws Error(unsupported).
template <typename Predict>
[[nodiscard]] std::optional<double> time_if_any(const Predict& predict) {
  try {
    return predict();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    return std::nullopt;
  }
}
// With an interval that is wide enough for those there are; as it is where nothing is guessed.
[[nodiscard]] Predictor::Estimate widened(Predictor::Estimate estimate,
                                          const std::optional<GuessedTimes>& times);
[[nodiscard]] Prediction widened(Prediction prediction, const std::optional<GuessedTimes>& times);

// A prediction's time and interval, without its parts; and with others in their place.
[[nodiscard]] Predictor::Estimate estimate_of(const Prediction& prediction);
[[nodiscard]] Prediction with_estimate(Prediction prediction, const Predictor::Estimate& estimate);

// Of a prediction's time; of one that has been corrected, too.
[[nodiscard]] CostParts parts_of(const Prediction& prediction);

// The part of `clgauge predict`'s JSON that a model knows: seconds, interval, coverage, breakdown,
// unsupported, notes.
[[nodiscard]] nlohmann::json to_json(const Prediction& prediction);

}  // namespace clgauge::model
