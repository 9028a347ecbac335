// Rank-1 update of an unblocked LU step: A -= l u^T, row-major, one element per work-item.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void lu_rank1(__global double *restrict a, __global const double *restrict l,
                       __global const double *restrict u, int n) {
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  a[(long)i * n + j] -= l[i] * u[j];
}
