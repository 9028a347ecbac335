#include "collector/collect.h"

#include <llvm/IR/Function.h>

#include <utility>

#include "base/hash.h"
#include "collector/analysis/analyse.h"
#include "collector/extent_bounds.h"
#include "collector/frontend/prepare.h"
#include "collector/kernel/launch_parser.h"
#include "collector/walk.h"

namespace clgauge::collector {
namespace {

// About a third of a second.
constexpr std::int64_t kMostWalkedSteps = 30'000'000;

}  // namespace

KernelModel collect(const Source& source, const std::string& kernel,
                    const LaunchDescription& launch) {
  PreparedKernel prepared(compile(source), kernel);
  KernelModel model = analyse(prepared, launch);
  model.kernel = prepared.function().getName().str();
  model.options = source.options;
  model.source_hash = hash_of({source.text, source.options});
  const Bindings sizes = argument_values(launch);
  if (is_exact(model) && !broken_assumption(model, sizes)) return model;
  if (auto at_sizes = concrete_launch(model, sizes)) {
    at_sizes->step_limit = kMostWalkedSteps;
    model.walked = walk(prepared, model, *at_sizes);
    if (!model.walked && lacks_extents(model)) {
      model.extent_bounds = extent_bounds(std::move(prepared), model, *at_sizes);
    }
  }
  return model;
}

Bindings bindings_of(const LaunchDescription& launch) { return argument_values(launch); }

std::vector<std::string> kernels_in(const Source& source) { return compile(source).kernel_names(); }

}  // namespace clgauge::collector
