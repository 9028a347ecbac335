// ELLPACK: the loop is regular, only the gather from x depends on data.
__kernel void spmv_ell(int rows, int width, __global const int *restrict col, __global const float *restrict val,
                       __global const float *restrict x, __global float *restrict y) {
  const int i = get_global_id(0);
  if (i < rows) {
    float s = 0.0f;
    for (int k = 0; k < width; ++k) {
      const int at = k * rows + i;
      s += val[at] * x[col[at]];
    }
    y[i] = s;
  }
}
// CSR, a group of work-items per row.
#define LANES 8
__kernel void spmv_csr_vector(int rows, __global const int *restrict ptr, __global const int *restrict col,
                              __global const float *restrict val, __global const float *restrict x,
                              __global float *restrict y, __local float *part) {
  const int lane = get_local_id(0), row = get_group_id(0);
  float s = 0.0f;
  for (int k = ptr[row] + lane; k < ptr[row + 1]; k += LANES) s += val[k] * x[col[k]];
  part[lane] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0) {
    for (int q = 1; q < LANES; ++q) s += part[q];
    y[row] = s;
  }
}
// DIA: offsets are data, so is the guard.
__kernel void spmv_dia(int n, int diagonals, __global const int *restrict offset, __global const float *restrict val,
                       __global const float *restrict x, __global float *restrict y) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float s = 0.0f;
  for (int d = 0; d < diagonals; ++d) {
    const int j = i + offset[d];
    if (j >= 0 && j < n) s += val[d * n + i] * x[j];
  }
  y[i] = s;
}
