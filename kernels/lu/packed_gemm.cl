// Trailing update C -= A B in float64 from packed operands. A is packed in panels of MR rows (MR
// elements of one column side by side), B in panels of NV * 8 columns, so that the innermost loop
// reads both in a straight line. A work-item holds an MR x (NV * 8) block of C in registers.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef MR
#define MR 8
#endif
#ifndef NV
#define NV 3
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void lu_packed_gemm(__global const double *restrict a_packed, __global const double *restrict b_packed,
                    __global double *restrict c, int k, int pitch) {
  const int row_panel = get_group_id(0);
  const int column_panel = get_group_id(1);
  __global const double *a = a_packed + (long)row_panel * k * MR;
  __global const double8 *b = (__global const double8 *)b_packed + (long)column_panel * k * NV;

  double8 block[MR][NV];
  #pragma unroll
  for (int i = 0; i < MR; ++i) {
    #pragma unroll
    for (int j = 0; j < NV; ++j) block[i][j] = (double8)(0.0);
  }
  for (int p = 0; p < k; ++p) {
    double8 b_row[NV];
    #pragma unroll
    for (int j = 0; j < NV; ++j) b_row[j] = b[j];
    #pragma unroll
    for (int i = 0; i < MR; ++i) {
      const double8 a_element = (double8)(a[i]);
      #pragma unroll
      for (int j = 0; j < NV; ++j) block[i][j] = fma(a_element, b_row[j], block[i][j]);
    }
    a += MR;
    b += NV;
  }
  #pragma unroll
  for (int i = 0; i < MR; ++i) {
    __global double *row = c + (long)(row_panel * MR + i) * pitch + column_panel * NV * 8;
    #pragma unroll
    for (int j = 0; j < NV; ++j) vstore8(vload8(j, row) - block[i][j], j, row);
  }
}
