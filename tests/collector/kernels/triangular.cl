// Backward substitution by one work-group, negative loop step.
__kernel void trsv_upper(__global const float *u, __global float *x, int n) {
  const int l = get_local_id(0), w = get_local_size(0);
  for (int i = n - 1; i >= 0; --i) {
    if (l == 0) x[i] = x[i] / u[i * n + i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int j = l; j < i; j += w) x[j] -= u[j * n + i] * x[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
// Triangular in the local id: a packed tile.
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void tri_local(__global const float *restrict a, __global float *restrict y) {
  const int l = get_local_id(0), g = get_group_id(0);
  float s = 0.0f;
  for (int j = 0; j <= l; ++j) s += a[g * 136 + l * (l + 1) / 2 + j];
  for (int j = l; j < 16; j += 2) s *= a[g * 136 + j * (j + 1) / 2];
  y[g * 16 + l] = s;
}
// Two nested triangles in the group and the local id.
__kernel void tri_nested(__global const float *restrict a, __global float *restrict y, int n) {
  const int i = get_global_id(0);
  float s = 0.0f;
  for (int j = 0; j < i; ++j)
    for (int k = j + 1; k < i; ++k) s += a[j * n + k];
  y[i] = s;
}
// Packed upper triangle of a distance matrix.
__kernel void packed_distance(__global const float *restrict x, __global float *restrict d, int n, int dims) {
  const int i = get_global_id(1), j = get_global_id(0);
  if (i < j && j < n) {
    float s = 0.0f;
    for (int k = 0; k < dims; ++k) {
      const float t = x[i * dims + k] - x[j * dims + k];
      s += t * t;
    }
    d[i * n - i * (i + 1) / 2 + (j - i - 1)] = sqrt(s);
  }
}
