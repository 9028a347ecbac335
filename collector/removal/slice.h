#pragma once

#include "collector/removal/effects.h"

namespace clgauge::collector::removal {

// Finds the variables that the kept effects, and the control flow around them, depend on, and
// writes them into the activations. The slice does not follow the order of assignments: a variable
// is needed everywhere or nowhere, which is sound and keeps a little more than the least.
// Throws Error(unsupported) when control flow or an address depends on memory that the kernel
// writes, on local memory, or on something that has no meaning after stripping.
void slice(const EffectFinder& effects);

}  // namespace clgauge::collector::removal
