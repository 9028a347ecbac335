#pragma once

#include <vector>

#include "kernels/family.h"

namespace clgauge::kernels {

// Kernels that judge models and must not shape them: see README.md before using their results.
[[nodiscard]] std::vector<Family> heldout_families();

// The same by theme.
[[nodiscard]] std::vector<Family> heldout_streaming();
[[nodiscard]] std::vector<Family> heldout_linear_algebra();
[[nodiscard]] std::vector<Family> heldout_grids();
[[nodiscard]] std::vector<Family> heldout_local_memory();
[[nodiscard]] std::vector<Family> heldout_arithmetic();

}  // namespace clgauge::kernels
