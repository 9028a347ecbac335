#pragma once

#include <functional>
#include <optional>

#include "collector/analysis/condition.h"
#include "collector/analysis/workspace.h"

namespace llvm {
class PHINode;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// `yes` where the exact condition holds, `no` elsewhere; min and max where that is what it amounts
// to, because sums know them best.
[[nodiscard]] symbolic::Poly choose(symbolic::Context& context, const Condition& condition,
                                    const symbolic::Poly& yes, const symbolic::Poly& no);

// The value where paths meet (a phi that is not in a loop's header) from the values on each path;
// `value_at` gives that of an operand as seen from the phi, which may lie behind the loop that the
// path left. Nothing when it cannot be told which path is taken.
using ValueAt = std::function<symbolic::Poly(const llvm::Value& value)>;
[[nodiscard]] std::optional<symbolic::Poly> merge_values(Workspace& workspace,
                                                         const llvm::PHINode& phi,
                                                         const ValueAt& value_at);

}  // namespace clgauge::collector
