__kernel void atax_1(__global const float *restrict a, __global const float *restrict x, __global float *tmp, int nx, int ny) {
  const int i = get_global_id(0);
  if (i < nx)
    for (int j = 0; j < ny; j++) tmp[i] += a[i * ny + j] * x[j];
}
__kernel void atax_2(__global const float *restrict a, __global float *y, __global const float *restrict tmp, int nx, int ny) {
  const int j = get_global_id(0);
  if (j < ny)
    for (int i = 0; i < nx; i++) y[j] += a[i * ny + j] * tmp[i];
}
__kernel void correlation(__global float *restrict symmat, __global const float *restrict data, int m, int n) {
  const int j1 = get_global_id(0);
  if (j1 < m - 1) {
    symmat[j1 * m + j1] = 1.0f;
    for (int j2 = j1 + 1; j2 < m; j2++) {
      float s = 0.0f;
      for (int i = 0; i < n; i++) s += data[i * m + j1] * data[i * m + j2];
      symmat[j1 * m + j2] = s;
      symmat[j2 * m + j1] = s;
    }
  }
}
__kernel void fdtd_ey(__global const float *restrict fict, __global float *restrict ey, __global const float *restrict hz, int t, int nx, int ny) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (i < nx && j < ny) {
    if (i == 0)
      ey[i * ny + j] = fict[t];
    else
      ey[i * ny + j] -= 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
  }
}
__kernel void fdtd_hz(__global const float *restrict ex, __global const float *restrict ey, __global float *restrict hz, int nx, int ny) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (i < nx && j < ny) hz[i * ny + j] -= 0.7f * (ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
__kernel void doitgen(__global const float *restrict a, __global const float *restrict c4, __global float *restrict sum, int r, int nr, int nq, int np) {
  const int p = get_global_id(0), q = get_global_id(1);
  if (p < np && q < nq) {
    sum[(r * nq + q) * np + p] = 0.0f;
    for (int s = 0; s < np; s++) sum[(r * nq + q) * np + p] += a[(r * nq + q) * np + s] * c4[s * np + p];
  }
}
__kernel void adi_sweep(__global float *a, __global float *b, __global float *x, int n) {
  const int i1 = get_global_id(0);
  if (i1 >= n) return;
  for (int i2 = 1; i2 < n; i2++) {
    x[i1 * n + i2] -= x[i1 * n + i2 - 1] * a[i1 * n + i2] / b[i1 * n + i2 - 1];
    b[i1 * n + i2] -= a[i1 * n + i2] * a[i1 * n + i2] / b[i1 * n + i2 - 1];
  }
  for (int i2 = 0; i2 < n - 2; i2++)
    x[i1 * n + n - i2 - 2] = (x[i1 * n + n - 2 - i2] - x[i1 * n + n - 2 - i2 - 1] * a[i1 * n + n - i2 - 3]) / b[i1 * n + n - 3 - i2];
}
__kernel void convolution_3d(__global const float *restrict a, __global float *restrict b, int ni, int nj, int nk, int i) {
  const int k = get_global_id(0), j = get_global_id(1);
  if (i < ni - 1 && j < nj - 1 && k < nk - 1 && i > 0 && j > 0 && k > 0)
    b[(i * nj + j) * nk + k] = 2.f * a[((i - 1) * nj + j - 1) * nk + k - 1] + 5.f * a[((i + 1) * nj + j - 1) * nk + k - 1] -
                               3.f * a[((i - 1) * nj + j) * nk + k] + 4.f * a[((i + 1) * nj + j + 1) * nk + k + 1];
}
