#pragma once

#include "kernels/family.h"

namespace clgauge::kernels {

// C = A B in float32, square row-major matrices of n x n.
[[nodiscard]] Family matmul();

}  // namespace clgauge::kernels
