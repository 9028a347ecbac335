#pragma once

#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {

// Appends what lanes of a warp hand to one another: shfl; and vote with activemask. False for forms
// that are not evaluated. Throws Error(input) for operands that they do not take.
[[nodiscard]] bool emit_shuffle(const Named& named);
[[nodiscard]] bool emit_vote(const Named& named);

}  // namespace clgauge::lens::ptx
