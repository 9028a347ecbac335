#pragma once

#include "collector/analysis/workspace.h"

namespace llvm {
class Value;
}

namespace clgauge::collector {

// Whether neighbours along the first dimension reach `pointer` by an index of 32 bits or fewer that
// might wrap between two of them, for all that a compiler knows: `int i = get_global_id(0); a[i]`.
// A compiler that makes vectors of neighbours must then gather what lies side by side. It may rely
// on a signed sum of which a part is no work-item's number (`x + y * w`): that must not overflow.
// What Intel's CPU compiler does in 90 small kernels is what is followed here.
[[nodiscard]] bool has_narrow_index(Workspace& workspace, const llvm::Value& pointer,
                                    const llvm::BasicBlock& block);

}  // namespace clgauge::collector
