// Dense codes with one work-item an element, sizes as macros or arguments, more than one precision.
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#elif defined(cl_amd_fp64)
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half storage;
#else
typedef float storage;
#endif
#ifndef DATA_TYPE
#define DATA_TYPE float
#endif
#ifndef N
#define N 20
#endif
#define at(m, i, j) m[(i) * N + (j)]
typedef DATA_TYPE value_t;

__kernel void gemm(__global value_t *a, __global value_t *b, __global value_t *c, value_t alpha, value_t beta, int ni, int nj, int nk) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  if ((i < ni) && (j < nj)) {
    c[i * nj + j] *= beta;
    int k;
    for (k = 0; k < nk; k++) c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
  }
}
__kernel void syrk(value_t alpha, value_t beta, __global value_t *a, __global value_t *c, int m, int n) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i < n && j <= i) {
    c[i * n + j] *= beta;
    for (int k = 0; k < m; k++) c[i * n + j] += alpha * a[i * m + k] * a[j * m + k];
  }
}
__kernel void gesummv(__global value_t *a, __global value_t *b, __global value_t *x, __global value_t *y, __global value_t *tmp) {
  int i = get_global_id(0);
  if (i < N) {
    int j;
    for (j = 0; j < N; j++) {
      tmp[i] += at(a, i, j) * x[j];
      y[i] += at(b, i, j) * x[j];
    }
    y[i] = tmp[i] + y[i];
  }
}
__kernel void bicg_columns(__global value_t *A, __global value_t *r, __global value_t *s, int nx, int ny) {
  int j = get_global_id(0);
  if (j < ny) {
    s[j] = 0.0;
    for (int i = 0; i < nx; i++) s[j] += A[i * ny + j] * r[i];
  }
}
__kernel void mvt(__global value_t *a, __global value_t *x1, __global value_t *y1, int n, int transposed) {
  int i = get_global_id(0);
  if (i < n) {
    value_t sum = x1[i];
    for (int j = 0; j < n; j++) sum += (transposed ? a[j * n + i] : a[i * n + j]) * y1[j];
    x1[i] = sum;
  }
}
__kernel void correlation_upper(__global value_t *symmat, __global value_t *data, int m, int n) {
  int j1 = get_global_id(0) + 1;
  if ((j1 >= 1) && (j1 < m)) {
    symmat[j1 * (m + 1) + j1] = 1.0;
    for (int j2 = (j1 + 1); j2 < (m + 1); j2++) {
      symmat[j1 * (m + 1) + j2] = 0;
      for (int i = 1; i < (n + 1); i++) symmat[j1 * (m + 1) + j2] += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
      symmat[j2 * (m + 1) + j1] = symmat[j1 * (m + 1) + j2];
    }
  }
}
__kernel void covariance_center(__global value_t *mean, __global value_t *data, value_t float_n, int m, int n) {
  int j = get_global_id(0) + 1;
  if (j <= m) {
    mean[j] = 0.0;
    for (int i = 1; i <= n; i++) mean[j] += data[i * (m + 1) + j];
    mean[j] /= float_n;
    for (int i = 1; i <= n; i++) data[i * (m + 1) + j] -= mean[j];
  }
}
__kernel void fdtd2d(__global value_t *fict, __global value_t *ex, __global value_t *ey, __global value_t *hz, int t, int nx, int ny) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i < nx && j < ny) {
    if (i == 0)
      ey[i * ny + j] = fict[t];
    else
      ey[i * ny + j] = ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
    if (j > 0) ex[i * (ny + 1) + j] = ex[i * (ny + 1) + j] - 0.5f * (hz[i * ny + j] - hz[i * ny + (j - 1)]);
  }
}
__kernel void gramschmidt(__global value_t *a, __global value_t *r, __global value_t *q, int k, int m, int n) {
  int j = get_global_id(0);
  if (j > k && j < n) {
    r[k * n + j] = 0;
    int i;
    for (i = 0; i < m; i++) r[k * n + j] += q[i * n + k] * a[i * n + j];
    for (i = 0; i < m; i++) a[i * n + j] -= q[i * n + k] * r[k * n + j];
  }
}
__kernel void jacobi1d(__global value_t *A, __global value_t *B, int n, int steps) {
  int i = get_global_id(0);
  for (int t = 0; t < steps; ++t) {
    if (i >= 1 && i < n - 1) B[i] = 0.33333f * (A[i - 1] + A[i] + A[i + 1]);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i >= 1 && i < n - 1) A[i] = B[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
__kernel void jacobi2d(__global value_t *A, __global value_t *B) {
  int i = get_global_id(1), j = get_global_id(0);
  if ((i >= 1) && (i < (N - 1)) && (j >= 1) && (j < (N - 1)))
    at(B, i, j) = 0.2f * (at(A, i, j) + at(A, i, (j - 1)) + at(A, i, (1 + j)) + at(A, (1 + i), j) + at(A, (i - 1), j));
}
__kernel void seidel_diagonal(__global value_t *A, int n, int d) {
  int i = get_global_id(0) + 1;
  int j = d - 2 * i;
  if (i < n - 1 && j >= 1 && j < n - 1) {
    value_t s = 0;
    for (int di = -1; di <= 1; ++di)
      for (int dj = -1; dj <= 1; ++dj) s += A[(i + di) * n + j + dj];
    A[i * n + j] = s / 9;
  }
}
__kernel void cholesky_column(__global value_t *A, int n, int j) {
  int i = get_global_id(0);
  if (i < j || i >= n) return;
  value_t s = A[i * n + j];
  for (int k = 0; k < j; ++k) s -= A[i * n + k] * A[j * n + k];
  A[i * n + j] = s;
}
__kernel void ludcmp_solve(__global const value_t *A, __global const value_t *b, __global value_t *x, __global value_t *y, int n) {
  for (int i = 0; i < n; i++) {
    value_t w = b[i];
    for (int j = 0; j < i; j++) w -= A[i * n + j] * y[j];
    y[i] = w;
  }
  for (int i = n - 1; i >= 0; i--) {
    value_t w = y[i];
    for (int j = i + 1; j < n; j++) w -= A[i * n + j] * x[j];
    x[i] = w / A[i * n + i];
  }
}
__kernel void mixed_storage(__global const storage *restrict a, __global const float *restrict b, __global float *restrict y, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float s = 0;
  for (int k = i % 4; k < n; k += 4) s += (float)a[k * n + i] * b[k];
  y[i] = s;
}
