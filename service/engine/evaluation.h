#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "kernels/family.h"
#include "microbench/job.h"
#include "service/engine/predictor.h"

namespace clgauge::service {

// One variant at one size: what was predicted, by each model, and what was then measured.
struct EvaluationPoint {
  std::string family;
  std::string group;
  std::string variant;
  kernels::Sizes sizes;
  double work = 1;  // useful flops, or bytes where there are none
  // In the order of the models asked for; nothing of those that cannot say anything of the point.
  std::vector<std::optional<PredictionReport>> predictions;
  std::string refusal;       // why a prediction is missing; empty when all are there
  bool is_measured = false;  // false: the time ran out before its turn
  microbench::Measurement measurement;
  std::vector<double> pass_seconds;  // the median of each pass that measured it

  // How many times as long as the shortest of its passes the usual one takes, of most points of the
  // evaluation (microbench/policy/agreement.h).
  double disturbed = 1;

  // What a run of it usually takes, which is what is predicted.
  [[nodiscard]] double usual_seconds() const { return disturbed * measurement.median_seconds; }
};

// Of the model with this number; null where there is none.
[[nodiscard]] const PredictionReport* prediction_of(const EvaluationPoint& point,
                                                    std::size_t model);

struct EvaluationRequest {
  std::vector<std::string> families;  // names, or a group ("target", "heldout"); empty: "target"
  std::vector<kernels::Sizes> sizes;  // empty: each family's own evaluation sizes
  std::vector<std::string> models;
  double budget_seconds = 300;  // of measuring, all points together
};

// What there is to evaluate: every variant at every size that its constraints allow. Nothing is
// predicted or measured yet. Throws Error(usage) for an unknown name, Error(input) for sizes that
// were asked for and that no variant of a family can run at.
[[nodiscard]] std::vector<EvaluationPoint> points_of(const EvaluationRequest& request);

using EvaluationListener = std::function<void(const EvaluationPoint&, double share_done)>;

// Predicts every point by every model; the device is only looked up in the store.
void predict(std::vector<EvaluationPoint>& points, db::Store& store, const device::Identity& device,
             const std::vector<std::string>& models, const EvaluationListener& listener);

// Measures the points in several passes (measuring_pass.h), until the time is used up or `stop`
// becomes true; what is left stays unmeasured. The shortest measurement of each counts. The
// listener hears which part of the time is spent. Gives times of the calibration's reference
// kernel, one before each twentieth of the time: whether the machine is as it was then
// (pace_now()).
[[nodiscard]] std::vector<double> measure(std::vector<EvaluationPoint>& points,
                                          const device::Identity& device, double budget_seconds,
                                          const std::atomic<bool>& stop,
                                          const EvaluationListener& listener);

// The measured points as a file that a later evaluation can replay, with the device they ran on.
// from_json throws Error(input).
struct RecordedEvaluation {
  std::string device_id;
  std::vector<EvaluationPoint> points;
  std::vector<double> reference_seconds;  // as measure() gives them; none in older records
};
[[nodiscard]] nlohmann::json recorded_json(const RecordedEvaluation& evaluation);
[[nodiscard]] RecordedEvaluation evaluation_from_json(const nlohmann::json& json);

// A point with its predictions.
[[nodiscard]] nlohmann::json to_json(const EvaluationPoint& point);

// "n=336" or "nx=64,ny=32".
[[nodiscard]] std::string text_of(const kernels::Sizes& sizes);

}  // namespace clgauge::service
