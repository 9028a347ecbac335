#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "db/store.h"
#include "device/device.h"
#include "microbench/job.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/predictor.h"

namespace clgauge::service {

// What is to be predicted: a kernel as the collector counted it, at sizes that are known.
struct PredictedLaunch {
  collector::KernelModel kernel;
  collector::Bindings bindings;
  // What would run at these sizes or others, for models that look at compiled code. May throw
  // Error(unsupported) for others.
  std::function<microbench::Job(const collector::Bindings&)> job;
  std::vector<std::string> assumptions;   // made for the job: answers by its code repeat them
  GivenInputs given{};                    // that the job has
  std::set<std::string> assumed_sizes{};  // buffers of the job whose sizes nothing tells
};

// Predicts launches on one device by the best model that can be had: by their compiled code (lens;
// lens-ir on a device that shows none), else by their source, and says which it was and why. The
// store must outlive it. Not thread-safe.
class LaunchPredictor {
 public:
  // `model` is a name or an expression; when empty, the best is taken. Of depth `loops` reports
  // say of the hot loops what people read: their source lines.
  LaunchPredictor(db::Store& store, device::Identity device, std::string model,
                  LookDepth depth = LookDepth::counts);

  // Compiles the launch, if the model wants to see its code, and says why the device cannot run it;
  // nothing when it can, or when that is not known. Ends when `stop` becomes true.
  [[nodiscard]] std::optional<KernelLens::Failure> why_impossible(const PredictedLaunch& launch,
                                                                  const std::atomic<bool>& stop);

  struct Answers {
    std::vector<PredictionReport> reports;  // of the launches, in order, all by one model
    std::vector<std::string> refusals;      // of the models before that one; also in their notes
    double shared_variance = 0;             // model::shared_variance() of that one
  };
  // Throws Error(input) for a launch that the device cannot run, and Error(unsupported) when no
  // model can answer; the detail then holds the refusals.
  [[nodiscard]] Answers predict(const std::vector<PredictedLaunch>& launches);

 private:
  struct Code {
    Predictor predictor;
    std::optional<KernelLens> lens;  // what the predictor wants to know of compiled code
  };
  [[nodiscard]] Code& code_of(const std::string& model);
  // The code's look at a launch, which may rest on what is noted in `assumptions`. Throws
  // Error(unsupported) when there is none.
  [[nodiscard]] lens::LensAnswer look(KernelLens& lens, const collector::KernelModel& kernel,
                                      const microbench::Job& job, LookDepth depth,
                                      std::vector<std::string>& assumptions) const;
  [[nodiscard]] PredictionReport predict_by(const std::string& model,
                                            const PredictedLaunch& launch);
  [[nodiscard]] std::vector<std::string> models() const;

  db::Store& store_;
  device::Identity device_;
  std::string model_;
  LookDepth depth_;
  std::map<std::string, Code> codes_;  // by model
};

}  // namespace clgauge::service
