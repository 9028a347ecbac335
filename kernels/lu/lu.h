#pragma once

#include "kernels/family.h"

namespace clgauge::kernels {

// The pieces of an LU factorisation with partial pivoting, float64, row-major.

// A -= l u^T on n x n elements.
[[nodiscard]] Family lu_rank1();

// `rows` row exchanges of an n x n matrix, pivots in memory.
[[nodiscard]] Family lu_swap_rows();

// C -= A B, m x n x k, from operands packed for register blocking.
[[nodiscard]] Family lu_gemm();

}  // namespace clgauge::kernels
