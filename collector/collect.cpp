#include "collector/collect.h"

#include <llvm/IR/Function.h>

#include <string>

#include "base/hash.h"
#include "collector/analysis/analyse.h"
#include "collector/analysis/written_formula.h"
#include "collector/argument_numbers.h"
#include "collector/extent_bounds.h"
#include "collector/frontend/prepare.h"
#include "collector/kernel/launch_parser.h"
#include "collector/sampled_extents.h"
#include "collector/walk.h"

namespace clgauge::collector {
namespace {

// About a third of a second.
constexpr std::int64_t kMostWalkedSteps = 30'000'000;

// The launch with its given sizes in place of their names.
LaunchDescription numbered(LaunchDescription launch, const Bindings& sizes) {
  for (const auto& [name, value] : sizes) {
    launch.assumptions.push_back(name + "==" + std::to_string(value));
  }
  return launch;
}

// An analysis that left formulas out, once more at the given sizes: what was too long in names is a
// number there, more often than not.
KernelModel with_less_left_out(KernelModel model, const PreparedKernel& kernel,
                               const LaunchDescription& launch, const Bindings& sizes) {
  if (!has_too_long(model) || broken_assumption(model, sizes)) return model;
  try {
    KernelModel at_sizes = analyse(kernel, numbered(launch, sizes));
    return has_too_long(at_sizes) ? model : at_sizes;
  } catch (const Error&) {
    return model;  // an assumption of the caller's says the same already, or another
  }
}

void bound_extents(PreparedKernel& kernel, KernelModel& model, const ConcreteLaunch& launch) {
  ExtentBounds bounds = extent_bounds(kernel, model, launch);
  const auto is_open = [&](std::size_t i) {
    return lacks_extent(model.arrays[i]) && !bounds.bytes[i];
  };
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    if (is_open(i)) open.push_back(i);
  }
  if (!open.empty()) {
    const auto sampled = sampled_extents(kernel, model, launch);
    for (const std::size_t i : open) {
      if (!sampled[i]) continue;
      bounds.bytes[i] = sampled[i];
      bounds.sampled.push_back(model.arrays[i].array);
    }
  }
  model.extent_bounds = std::move(bounds);
}

}  // namespace

KernelModel collect(const Source& source, const std::string& kernel,
                    const LaunchDescription& launch) {
  PreparedKernel prepared(compile(source), kernel);
  const Bindings sizes = argument_values(launch);
  fix_argument_numbers(prepared, sizes);
  KernelModel model = analyse(prepared, launch);
  if (gains_from_sizes(model) || broken_assumption(model, sizes)) {
    if (auto at_sizes = concrete_launch(model, sizes)) {
      at_sizes->step_limit = kMostWalkedSteps;
      model.walked = walk(prepared, model, *at_sizes);
      if (!model.walked) model = with_less_left_out(std::move(model), prepared, launch, sizes);
      if (!model.walked && lacks_extents(model)) bound_extents(prepared, model, *at_sizes);
    }
  }
  model.kernel = prepared.function().getName().str();
  model.options = source.options;
  model.source_hash = hash_of({source.text, source.options});
  return model;
}

std::vector<std::string> kernels_in(const Source& source) { return compile(source).kernel_names(); }

}  // namespace clgauge::collector
