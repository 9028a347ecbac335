#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/predict/predict.h"

namespace clgauge::model {

// A time with more noise than this says nothing.
inline constexpr double kMostLogSigma = 10;

// One run that was predicted and measured.
struct Observation {
  double size = 0;    // of the work, for example its work-items times its longest loop; > 0
  std::string shape;  // of the launch, for example "16x16"
  double predicted_seconds = 0;
  double observed_seconds = 0;
  double log_sigma = 0;  // noise of the measurement, as a standard deviation of its logarithm
  std::string launch{};  // what else tells it from launches of its size and shape: its arguments
};

// Whether its numbers are those of a run.
[[nodiscard]] bool is_possible(const Observation& observation) noexcept;

// What the model gets wrong for one kernel on one device, learnt from observed runs: the logarithm
// of observed / predicted as a function of log(size). Between observations it is interpolated
// linearly; beyond them the nearest one holds. Its uncertainty is that of a random walk pinned at
// the observations, whose steps are estimated from them. A plain value; not synchronised.
class Correction {
 public:
  struct Factor {
    double ratio = 1;       // multiply a prediction by this
    double log_sigma = 0;   // of the corrected prediction
    bool measured = false;  // this very launch has been observed
  };

  // Adds a run; it replaces observations of the same shape whose size is within 10%, but for other
  // launches of the very same size. Throws Error(input) when a number is not positive and finite,
  // or the noise is more than kMostLogSigma.
  void observe(const Observation& observation);

  // The factor for a launch of a size and a shape. Observations of other shapes are used, with
  // added uncertainty, when the shape has none; so are those of other launches of this very size.
  // Nothing when there are no observations.
  [[nodiscard]] std::optional<Factor> at(double size, const std::string& shape,
                                         const std::string& launch = {}) const;

  [[nodiscard]] const std::vector<Observation>& observations() const noexcept {
    return observations_;
  }

 private:
  std::vector<Observation> observations_;  // by shape, then by size
};

// The prediction with its time, interval and shares multiplied by the factor, and with the factor's
// interval where that is narrower than the model's.
[[nodiscard]] Prediction corrected(Prediction prediction, const Correction::Factor& factor);
[[nodiscard]] Predictor::Estimate corrected(const Predictor::Estimate& estimate,
                                            const Correction::Factor& factor);

// "measured" or "corrected": the tier that a factor gives.
[[nodiscard]] const char* tier_of(const Correction::Factor& factor) noexcept;

// Round-trips; from_json throws Error(input).
[[nodiscard]] nlohmann::json to_json(const Correction& correction);
[[nodiscard]] Correction correction_from_json(const nlohmann::json& json);

}  // namespace clgauge::model
