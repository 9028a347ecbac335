#pragma once

#include "kernels/family.h"

namespace clgauge::kernels {

// Differentiation along three axes of a nodal discontinuous-Galerkin field with 64 nodes an
// element, float32: the application of Stevens & Klöckner 2019, section 6.
[[nodiscard]] Family dg();

}  // namespace clgauge::kernels
