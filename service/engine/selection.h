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
  std::string place;  // "variant 2 ('b')" of a list that a person has written; else empty
  collector::Source source;
  std::string kernel;
  collector::LaunchDescription launch;
  std::function<microbench::Job(const collector::KernelModel&)> job;
  std::map<std::string, double> real_args{};  // that the job has
};

// The variants of a kernel family that may run at these sizes. Throws Error(input) when none may,
// Error(usage) when the sizes are not the family's.
[[nodiscard]] std::vector<VariantLaunch> variants_of(const kernels::Family& family,
                                                     const kernels::Sizes& sizes);

// Variants from a JSON list (docs/models.md, "Selection"): each with a name of its own, file,
// global, local, and optionally kernel (where the file holds one), args, build_options and include;
// files are relative to `folder`. Throws Error(input) that says which entry is wrong, for a member
// of another name, too.
[[nodiscard]] std::vector<VariantLaunch> variants_from_json(const nlohmann::json& json,
                                                            const std::string& folder);

struct SelectionReport {
  std::vector<std::string> names;             // of the variants that can run, as given
  std::vector<PredictionReport> predictions;  // of the same
  model::Selection selection;                 // indices refer to both
  std::vector<std::string> measured;          // variants that were run to be sure
  // Variants left out, models that say nothing, and why; what the predictions of the others cannot
  // rely on, once for all of which it is true.
  std::vector<std::string> notes;
};

inline constexpr double kRefineOverheadSeconds = 1;

// Predicts every variant and ranks them: all by `model`, or when that is empty by the best that
// knows of them all (LaunchPredictor). What the device cannot run is left out; throws Error(input)
// when that leaves nothing, and for what `predict` refuses, such as a size without a value. With
// `refine_seconds` above zero, those variants that are worth it are then run, the likeliest first,
// for that long in all, and up to kRefineOverheadSeconds longer: a run that has begun is not
// stopped while its program is built. Each run is kept as an observation.
[[nodiscard]] SelectionReport select_variant(db::Store& store, const device::Identity& device,
                                             const std::string& model,
                                             const std::vector<VariantLaunch>& variants,
                                             double refine_seconds, const std::atomic<bool>& stop);

[[nodiscard]] nlohmann::json to_json(const SelectionReport& report);

}  // namespace clgauge::service
