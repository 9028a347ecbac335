// Solves L X = B in place, L unit lower triangular of 32 rows; a work-item owns a column of B.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ROWS 32

__kernel void trsm_columns(__global const double *restrict l, __global double *restrict b, int n) {
  const int j = get_global_id(0);
  for (int i = 1; i < ROWS; ++i) {
    double x = b[i * n + j];
    for (int k = 0; k < i; ++k) x -= l[i * ROWS + k] * b[k * n + j];
    b[i * n + j] = x;
  }
}
