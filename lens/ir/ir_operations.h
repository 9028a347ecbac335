#pragma once

#include <vector>

#include "lens/items/item_operations.h"

namespace llvm {
class Function;
}

namespace clgauge::lens {

// What so many runs of each block do; in the order of the function's blocks. Throws
// Refusal(unknown_call) for a call whose accesses nobody knows (printf, images) in a block that
// runs. Thread-safe for different modules.
[[nodiscard]] ItemOperations operations_of(const llvm::Function& kernel,
                                           const std::vector<double>& block_runs);

}  // namespace clgauge::lens
