// Applies the row exchanges of a factored panel to a row-major matrix: row k with row pivot[k], for
// k = 0 .. rows-1, in this order. A work-item owns WIDTH neighbouring columns.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef WIDTH
#define WIDTH 1
#endif
#if WIDTH == 1
typedef double columns;
#elif WIDTH == 4
typedef double4 columns;
#endif

__kernel void lu_swap_rows(__global double *restrict a, __global const int *restrict pivot, int n,
                           int rows) {
  __global columns *own = (__global columns *)a + get_global_id(0);
  const int pitch = n / WIDTH;
  for (int k = 0; k < rows; ++k) {
    const int p = pivot[k];
    const columns t = own[(long)k * pitch];
    own[(long)k * pitch] = own[(long)p * pitch];
    own[(long)p * pitch] = t;
  }
}
