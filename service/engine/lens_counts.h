#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "lens/counts/fitted_counts.h"
#include "lens/process/request.h"
#include "model/predict/predict.h"
#include "service/store/stored_model.h"

namespace clgauge::service {

// How a prediction came by the counts of the compiled code.
enum class CountsFrom {
  look,  // at this very size
  fit,   // to looks at other sizes
};

// Which looks the store has of a kernel with the work-group size that it has at some sizes. Finding
// them is quick beside reading them.
struct LooksOfKernel {
  std::string subject;  // empty: none
  std::string why_none;
  std::array<std::int64_t, 3> local_size{1, 1, 1};
  std::string state;  // another one once there are other looks
};
// `driver` is the device's, `traits` are those of its calibration.
[[nodiscard]] LooksOfKernel looks_of(db::Store& store, const std::string& device_id,
                                     const std::string& driver, const model::DeviceTraits& traits,
                                     const collector::KernelModel& kernel,
                                     const collector::Bindings& sizes);

// What the store's looks at one kernel with one work-group size on one device say, in the terms of
// a model of compiled code: at sizes that were looked at exactly, between them by a fit that has
// been tried on each look. Starts no process. Immutable; thread-safe as long as each thread has its
// own workspace.
class LensCounts {
 public:
  // Where a fit misses the model's times at the looks left out by more than this (root mean square
  // of the logarithms), it is not used.
  static constexpr double kMostFitLogSigma = 0.1;

  // `lens` is a model of compiled code, `predictor` made of it. Nothing is thrown for what cannot
  // be said: refusal() and no_fit() tell.
  LensCounts(db::Store& store, const LooksOfKernel& looks, const StoredModel& lens,
             const model::Predictor& predictor, const collector::KernelModel& kernel);

  struct Workspace {
    lens::LaunchPoint point;
    lens::FittedCounts::Workspace fit;
    std::vector<double> counts;
    model::Predictor::Workspace predictor;
  };

  // Where the workspace's counts, in the order of predictor.features(), have come from; nothing
  // when the looks say nothing of these sizes. Some hundred nanoseconds.
  [[nodiscard]] std::optional<CountsFrom> count(const collector::Bindings& sizes,
                                                Workspace& workspace) const;

  // Of the look that count() has found.
  [[nodiscard]] std::vector<lens::HotLoop> hot_loops(const Workspace& workspace) const;
  // Whether it was of depth `loops`.
  [[nodiscard]] bool explains_loops(const Workspace& workspace) const;

  // Standard deviation of the logarithm of a time that a fit costs, beside the model's own.
  [[nodiscard]] double fit_log_sigma() const noexcept { return fit_log_sigma_; }

  [[nodiscard]] std::size_t looks() const noexcept { return looks_.size(); }
  // Why clgauge-lens cannot say anything of this kernel; empty when it can, or has not been asked.
  [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }
  // Why there is no fit; empty when there is one.
  [[nodiscard]] const std::string& no_fit() const noexcept { return no_fit_; }

 private:
  struct Look {
    lens::LaunchPoint at;
    std::vector<double> counts;
    std::vector<lens::HotLoop> loops;
    bool explains_loops = false;
  };
  [[nodiscard]] const Look* look_at(const lens::LaunchPoint& point) const;
  [[nodiscard]] bool place(const collector::Bindings& sizes, lens::LaunchPoint& point) const;
  void read(db::Store& store, const std::string& subject, const StoredModel& lens,
            const model::Predictor& predictor);
  void judge_fit(const model::Predictor& predictor);

  std::vector<collector::Formula> global_;
  std::vector<collector::Formula> local_;
  std::array<std::int64_t, 3> local_size_;
  std::vector<collector::Parameter> parameters_;
  std::vector<std::size_t> lens_features_;  // places among predictor.features()
  std::size_t feature_count_ = 0;
  std::vector<std::pair<std::size_t, double>> other_features_;
  std::vector<Look> looks_;
  std::vector<std::pair<double, double>> ranges_;  // of the integer arguments
  std::optional<lens::FittedCounts> fit_;
  double fit_log_sigma_ = 0;
  std::string refusal_;
  std::string no_fit_;
};

// The estimate with the error of a fit of its counts added to its own.
[[nodiscard]] model::Predictor::Estimate widened(model::Predictor::Estimate estimate,
                                                 double log_sigma);

}  // namespace clgauge::service
