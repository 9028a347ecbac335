#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  CostParts parts{};     // of the predicted time

  bool operator==(const Observation&) const = default;
};

// Whether its numbers are those of a run.
[[nodiscard]] bool is_possible(const Observation& observation) noexcept;

class ErrorProcess;

// What the model gets wrong for one kernel on one device, learnt from observed runs: the logarithm
// of observed / predicted as a function of where the time goes, of log(size) and of the launch's
// shape (error_process.h). A plain value; not synchronised.
class Correction {
 public:
  struct Factor {
    double ratio = 1;       // multiply a prediction by this
    double log_sigma = 0;   // of the corrected prediction
    bool measured = false;  // this very launch has been observed
  };

  Correction() = default;
  // Of runs in the order in which they were observed. Throws as observe() does.
  explicit Correction(const std::vector<Observation>& runs);

  // Adds a run; it replaces observations of the same shape whose size is within 10% and whose time
  // goes to the same costs, but for other launches of the very same size. Throws Error(input) when
  // a number is not positive and finite, or the noise is more than kMostLogSigma.
  void observe(const Observation& observation);

  // The factor for a launch of a size and a shape that spends its predicted time as `parts` say.
  // Nothing when there are no observations. Other launches of this very size and shape tell of it
  // with added uncertainty. Throws Error(input) for a size that is none.
  [[nodiscard]] std::optional<Factor> at(double size, const std::string& shape,
                                         const std::string& launch = {},
                                         const CostParts& parts = {}) const;

  [[nodiscard]] const std::vector<Observation>& observations() const noexcept {
    return observations_;
  }

 private:
  void keep(const Observation& observation);
  void learn();

  std::vector<Observation> observations_;  // by shape, then by size
  std::shared_ptr<const ErrorProcess> process_;
};

// The prediction with its time, interval and shares multiplied by the factor, and with the factor's
// interval where that is narrower than the model's.
[[nodiscard]] Prediction corrected(Prediction prediction, const Correction::Factor& factor);
[[nodiscard]] Predictor::Estimate corrected(const Predictor::Estimate& estimate,
                                            const Correction::Factor& factor);

// "measured" or "corrected": the tier that a factor gives.
[[nodiscard]] const char* tier_of(const Correction::Factor& factor) noexcept;

}  // namespace clgauge::model
