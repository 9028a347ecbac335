#pragma once

#include "kernels/family.h"

namespace clgauge::kernels {

// Five-point Laplacian of nx x ny points, float32, on a grid padded by one point.
[[nodiscard]] Family fd2d();

}  // namespace clgauge::kernels
