#pragma once

#include "kernels/family.h"

namespace clgauge::kernels {

// One time step of the isotropic acoustic wave equation on nx x ny x nz points, float32, 16th order
// in space, second in time, constant spacing.
[[nodiscard]] Family iso3dfd();

}  // namespace clgauge::kernels
