#pragma once

#include "model/definition.h"

namespace clgauge::model {

// The models of Stevens & Kloeckner (IJHPCA 2019) over all features that clgauge's microbenchmarks
// exercise: every cost simply adds up (their linear model) ...
[[nodiscard]] ModelDefinition paper_linear();

// ... or the global-memory part and the on-chip part hide each other, by their smooth switch with a
// fitted sharpness. Theirs switches on a difference in seconds; smoothmax divides it by the sum, so
// that one sharpness serves kernels of microseconds and of seconds.
[[nodiscard]] ModelDefinition paper_overlap();

}  // namespace clgauge::model
