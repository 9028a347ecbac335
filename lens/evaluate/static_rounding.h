#pragma once

#include "lens/evaluate/operation.h"

namespace clgauge::lens {

// Of an EVEX form that says how to round ({rn-sae}, {rd-sae}, {ru-sae}, {rz-sae}: the two lowest
// bits of its immediate): runs op.inner while this thread rounds so.
void run_rounded(Machine& machine, const Operation& op);

}  // namespace clgauge::lens
