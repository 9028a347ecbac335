__kernel void gemv_n(int m, int n, float alpha, __global const float *restrict a, int lda,
                     __global const float *restrict x, float beta, __global float *restrict y) {
  const int i = get_global_id(0);
  if (i >= m) return;
  float s = 0.0f;
  for (int j = 0; j < n; ++j) s += a[i + j * lda] * x[j];
  y[i] = alpha * s + beta * y[i];
}
__kernel void gemv_t(int m, int n, float alpha, __global const float *restrict a, int lda,
                     __global const float *restrict x, float beta, __global float *restrict y) {
  const int j = get_global_id(0);
  if (j < n) {
    float s = 0.0f;
    for (int i = 0; i < m; ++i) s = mad(a[j * lda + i], x[i], s);
    y[j] = alpha * s + beta * y[j];
  }
}
// A row per work-group, tree over local memory of the launch's size.
__kernel void gemv_group(int n, __global const float *restrict a, __global const float *restrict x,
                         __global float *restrict y, __local float *part) {
  const int row = get_group_id(0), l = get_local_id(0), w = get_local_size(0);
  float s = 0.0f;
  for (int j = l; j < n; j += w) s += a[row * n + j] * x[j];
  part[l] = s;
  for (int h = w / 2; h > 0; h /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < h) part[l] += part[l + h];
  }
  if (l == 0) y[row] = part[0];
}
__kernel void ger(int m, int n, float alpha, __global const float *x, __global const float *y, __global float *a, int lda) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (i < m && j < n) a[i * lda + j] += alpha * x[i] * y[j];
}
// Only the lower triangle is stored; the upper half is read mirrored.
__kernel void symv_lower(int n, __global const double *restrict a, __global const double *restrict x, __global double *restrict y) {
  const int i = get_global_id(0);
  double s = 0.0;
  for (int j = 0; j <= i; ++j) s += a[i * n + j] * x[j];
  for (int j = i + 1; j < n; ++j) s += a[j * n + i] * x[j];
  y[i] = s;
}
// Banded matrix, kl sub- and ku super-diagonals, LAPACK band storage.
__kernel void gbmv(int n, int kl, int ku, __global const float *restrict ab, __global const float *restrict x, __global float *restrict y) {
  const int i = get_global_id(0);
  if (i < n) {
    const int first = max(0, i - kl), last = min(n - 1, i + ku);
    float s = 0.0f;
    for (int j = first; j <= last; ++j) s += ab[(ku + i - j) + j * (kl + ku + 1)] * x[j];
    y[i] = s;
  }
}
