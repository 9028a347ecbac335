__kernel void transpose_naive(__global const float *restrict in, __global float *restrict out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
// Ragged edges guarded on both sides of the tile.
#define T 8
__kernel __attribute__((reqd_work_group_size(T, T, 1)))
void transpose_guarded(__global const float *restrict in, __global float *restrict out, int w, int h) {
  __local float tile[T * (T + 1)];
  int x = get_global_id(0), y = get_global_id(1);
  const int lx = get_local_id(0), ly = get_local_id(1);
  if (x < w && y < h) tile[ly * (T + 1) + lx] = in[y * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * T + lx;
  y = get_group_id(0) * T + ly;
  if (x < h && y < w) out[y * h + x] = tile[lx * (T + 1) + ly];
}
// In place over the strict upper triangle.
__kernel void transpose_in_place(__global float *a, int n) {
  const int i = get_global_id(0);
  for (int j = i + 1; j < n; ++j) {
    const float t = a[i * n + j];
    a[i * n + j] = a[j * n + i];
    a[j * n + i] = t;
  }
}
