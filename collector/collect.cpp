#include "collector/collect.h"

#include <llvm/IR/Function.h>

#include "base/hash.h"
#include "collector/analysis/analyse.h"
#include "collector/frontend/prepare.h"
#include "collector/kernel/launch_parser.h"

namespace clgauge::collector {

KernelModel collect(const Source& source, const std::string& kernel,
                    const LaunchDescription& launch) {
  const PreparedKernel prepared(compile(source), kernel);
  KernelModel model = analyse(prepared, launch);
  model.kernel = prepared.function().getName().str();
  model.options = source.options;
  model.source_hash = hash_of({source.text, source.options});
  return model;
}

Bindings bindings_of(const LaunchDescription& launch) { return argument_values(launch); }

std::vector<std::string> kernels_in(const Source& source) { return compile(source).kernel_names(); }

}  // namespace clgauge::collector
