#pragma once

#include "collector/kernel/kernel_model.h"

namespace clgauge::collector::test {

// The counts of a 16x16-tiled n x n float32 matrix multiplication, written down by hand.
KernelModel tiled_matmul();

}  // namespace clgauge::collector::test
