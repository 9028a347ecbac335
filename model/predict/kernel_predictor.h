#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/binder.h"
#include "model/predict/predict.h"
#include "model/predict/reduced_model.h"

namespace clgauge::model {

// One kernel on one device under one fitted model, at any sizes: what a program keeps to choose
// between variants at start-up. Needs no LLVM, no Ceres, no device. Thread-safe as long as each
// thread has its own workspace.
class KernelPredictor {
 public:
  // Throws Error(input) when the model names a feature that kernels do not have.
  KernelPredictor(collector::KernelModel kernel, FittedModel model, const DeviceTraits& traits);
  // The same with a predictor that several kernels share: the variants of a choice.
  KernelPredictor(collector::KernelModel kernel, std::shared_ptr<const Predictor> predictor,
                  const DeviceTraits& traits);

  // Scratch memory, reused from call to call; one per thread, and best one per kernel: it keeps the
  // part of the model that the kernel last estimated needs.
  struct Workspace {
    FeatureBinder::Workspace binder;
    FeatureBinder::Problems problems;
    Predictor::Workspace predictor;
    std::vector<double> counts;
    std::vector<double> kept_counts;
    std::shared_ptr<const Predictor> whole;
    std::optional<ReducedModel> reduced;  // of `whole`
  };

  // Time and interval alone; some two microseconds. `unsupported`, where given, becomes the names
  // of what the estimate cannot rely on: parameters, features, and work that the model does not
  // count. Throws Error(unsupported) when a size has no value or the model gives no positive time.
  [[nodiscard]] Predictor::Estimate estimate(const collector::Bindings& bindings,
                                             Workspace& workspace,
                                             std::vector<std::string>* unsupported = nullptr) const;

  // What the time goes to by that estimate, which this workspace has made last.
  [[nodiscard]] static CostParts parts(const Predictor::Estimate& estimate,
                                       const Workspace& workspace) {
    return workspace.reduced->parts(estimate, workspace.predictor);
  }

  // The same with the interval's coverage and what each cost adds; `unsupported` as estimate()
  // tells it, but without the notes that only predict(bindings) has. Some five microseconds.
  [[nodiscard]] Prediction predict(const collector::Bindings& bindings, Workspace& workspace) const;

  // The whole answer: counts that are unknown or only bounded, and operations that the model does
  // not count, are named in `unsupported`.
  [[nodiscard]] Prediction predict(const collector::Bindings& bindings) const;

  [[nodiscard]] const collector::KernelModel& kernel() const noexcept { return kernel_; }
  [[nodiscard]] const FittedModel& model() const noexcept { return predictor_->model(); }

 private:
  // Counts, into the workspace, and the part of the model that they need.
  void count(const collector::Bindings& bindings, Workspace& workspace, bool with_problems,
             DataGuess::Case which = DataGuess::Case::usual) const;
  // Nothing where no count is guessed. Leaves other counts in the workspace.
  [[nodiscard]] std::optional<GuessedTimes> guessed_times(const collector::Bindings& bindings,
                                                          Workspace& workspace) const;
  // What the counts lack.
  void name_problems(const Workspace& workspace, std::vector<std::string>& unsupported) const;

  collector::KernelModel kernel_;
  std::shared_ptr<const Predictor> predictor_;
  FeatureBinder binder_;
};

}  // namespace clgauge::model
