#pragma once

#include <vector>

#include "collector/kernel/kernel_model.h"

namespace llvm {
class Function;
}

namespace clgauge::collector {

// The parameters of a prepared kernel in order, from Clang's kernel_arg metadata.
[[nodiscard]] std::vector<Parameter> parameters_of(const llvm::Function& kernel);

}  // namespace clgauge::collector
