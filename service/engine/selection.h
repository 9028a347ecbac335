#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "collector/kernel/launch.h"
#include "collector/source.h"
#include "kernels/family.h"
#include "microbench/job.h"
#include "model/select/select.h"
#include "service/engine/launch_predictor.h"

namespace clgauge::service {

// One way to do the work: what the collector counts, and what the worker can run.
struct VariantLaunch {
  std::string name;
  collector::Source source;
  std::string kernel;
  collector::LaunchDescription launch;
  std::function<microbench::Job(const collector::KernelModel&)> job;
  std::map<std::string, double> real_args{};  // that the job has
};

// The variants of a kernel family that may run at these sizes. Throws Error(input) when none may.
[[nodiscard]] std::vector<VariantLaunch> variants_of(const kernels::Family& family,
                                                     const kernels::Sizes& sizes);

// Variants from a JSON list (docs/models.md, "Selection"): each with name, file, kernel, global,
// local, and optionally args and build_options; files are relative to `folder`. Throws
// Error(input).
[[nodiscard]] std::vector<VariantLaunch> variants_from_json(const nlohmann::json& json,
                                                            const std::string& folder);

struct SelectionReport {
  std::vector<std::string> names;             // of the variants that can run, as given
  std::vector<PredictionReport> predictions;  // of the same
  model::Selection selection;                 // indices refer to both
  std::vector<std::string> measured;          // variants that were run to be sure
  std::vector<std::string> notes;             // variants left out, models that say nothing, and why
};

// Predicts every variant and ranks them: all by `model`, or when that is empty by the best that
// knows of them all (LaunchPredictor). What the device cannot run is left out; throws Error(input)
// when that leaves nothing. With `refine_seconds` above zero, those variants that are worth it are
// run, the likeliest first, within that time; each run is kept as an observation.
[[nodiscard]] SelectionReport select_variant(db::Store& store, const device::Identity& device,
                                             const std::string& model,
                                             const std::vector<VariantLaunch>& variants,
                                             double refine_seconds, const std::atomic<bool>& stop);

[[nodiscard]] nlohmann::json to_json(const SelectionReport& report);

}  // namespace clgauge::service
