// PolyBench kernels beyond polybench.cl, one work-item an element or a row.
#define FLOAT_N 3214212.01f
#define EPS 0.005f
__kernel void mm2_first(__global float *tmp, __global const float *A, __global const float *B, int ni, int nj, int nk, int nl, float alpha) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < ni) && (j < nj)) {
    tmp[i * nj + j] = 0;
    for (int k = 0; k < nk; k++) tmp[i * nj + j] += alpha * A[i * nk + k] * B[k * nj + j];
  }
}
__kernel void mm2_second(__global const float *tmp, __global const float *C, __global float *D, int ni, int nj, int nk, int nl, float beta) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < ni) && (j < nl)) {
    D[i * nl + j] *= beta;
    for (int k = 0; k < nj; k++) D[i * nl + j] += tmp[i * nj + k] * C[k * nl + j];
  }
}
__kernel void atax_rows(__global const float *A, __global const float *x, __global float *tmp, int nx, int ny) {
  int i = get_global_id(0);
  if (i < nx)
    for (int j = 0; j < ny; j++) tmp[i] += A[i * ny + j] * x[j];
}
__kernel void atax_columns(__global const float *A, __global float *y, __global const float *tmp, int nx, int ny) {
  int j = get_global_id(0);
  if (j < ny)
    for (int i = 0; i < nx; i++) y[j] += A[i * ny + j] * tmp[i];
}
__kernel void corr_mean(__global float *mean, __global const float *data, int m, int n) {
  int j = get_global_id(0) + 1;
  if ((j >= 1) && (j < (m + 1))) {
    mean[j] = 0.0f;
    for (int i = 1; i < (n + 1); i++) mean[j] += data[i * (m + 1) + j];
    mean[j] /= FLOAT_N;
  }
}
__kernel void corr_std(__global const float *mean, __global float *std_dev, __global const float *data, int m, int n) {
  int j = get_global_id(0) + 1;
  if ((j >= 1) && (j < (m + 1))) {
    std_dev[j] = 0.0f;
    for (int i = 1; i < (n + 1); i++) std_dev[j] += (data[i * (m + 1) + j] - mean[j]) * (data[i * (m + 1) + j] - mean[j]);
    std_dev[j] = sqrt(std_dev[j] / FLOAT_N);
    std_dev[j] = std_dev[j] <= EPS ? 1.0f : std_dev[j];
  }
}
__kernel void corr_reduce(__global const float *mean, __global const float *std_dev, __global float *data, int m, int n) {
  int j = get_global_id(0) + 1, i = get_global_id(1) + 1;
  if ((i >= 1) && (i < (n + 1)) && (j >= 1) && (j < (m + 1))) {
    data[i * (m + 1) + j] -= mean[j];
    data[i * (m + 1) + j] /= sqrt(FLOAT_N) * std_dev[j];
  }
}
__kernel void corr_matrix(__global float *symmat, __global const float *data, int m, int n) {
  int j1 = get_global_id(0) + 1;
  if ((j1 >= 1) && (j1 < m)) {
    symmat[j1 * (m + 1) + j1] = 1.0f;
    for (int j2 = (j1 + 1); j2 < (m + 1); j2++) {
      for (int i = 1; i < (n + 1); i++) symmat[j1 * (m + 1) + j2] += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
      symmat[j2 * (m + 1) + j1] = symmat[j1 * (m + 1) + j2];
    }
  }
}
__kernel void covariance_matrix(__global float *symmat, __global const float *data, int m, int n) {
  int j1 = get_global_id(0) + 1;
  if ((j1 >= 1) && (j1 < (m + 1)))
    for (int j2 = j1; j2 < (m + 1); j2++) {
      symmat[j1 * (m + 1) + j2] = 0.0f;
      for (int i = 1; i < (n + 1); i++) symmat[j1 * (m + 1) + j2] += data[i * (m + 1) + j1] * data[i * (m + 1) + j2];
      symmat[j2 * (m + 1) + j1] = symmat[j1 * (m + 1) + j2];
    }
}
__kernel void gemver_rank2(__global float *A, __global const float *v1, __global const float *v2, __global const float *u1, __global const float *u2, int n) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < n) && (j < n)) A[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}
__kernel void gesummv_rows(__global const float *a, __global const float *b, __global const float *x, __global float *y, __global float *tmp, float alpha, float beta, int n) {
  int i = get_global_id(0);
  if (i < n) {
    for (int j = 0; j < n; j++) {
      tmp[i] += a[i * n + j] * x[j];
      y[i] += b[i * n + j] * x[j];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}
__kernel void gramschmidt_norm(__global const float *a, __global float *r, int k, int m, int n) {
  if (get_global_id(0) == 0) {
    float nrm = 0.0f;
    for (int i = 0; i < m; i++) nrm += a[i * n + k] * a[i * n + k];
    r[k * n + k] = sqrt(nrm);
  }
}
__kernel void gramschmidt_scale(__global const float *a, __global const float *r, __global float *q, int k, int m, int n) {
  int i = get_global_id(0);
  if (i < m) q[i * n + k] = a[i * n + k] / r[k * n + k];
}
__kernel void gramschmidt_update(__global float *a, __global float *r, __global const float *q, int k, int m, int n) {
  int j = get_global_id(0) + (k + 1);
  if (j < n) {
    r[k * n + j] = 0.0f;
    for (int i = 0; i < m; i++) r[k * n + j] += q[i * n + k] * a[i * n + j];
    for (int i = 0; i < m; i++) a[i * n + j] -= q[i * n + k] * r[k * n + j];
  }
}
__kernel void syr2k_full(__global const float *a, __global const float *b, __global float *c, float alpha, float beta, int m, int n) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < n) && (j < n)) {
    c[i * n + j] *= beta;
    for (int k = 0; k < m; k++) c[i * n + j] += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
  }
}
__kernel void fdtd_ey(__global const float *fict, __global float *ey, __global const float *hz, int t, int nx, int ny) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < nx) && (j < ny)) {
    if (i == 0)
      ey[i * ny + j] = fict[t];
    else
      ey[i * ny + j] = ey[i * ny + j] - 0.5f * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
  }
}
__kernel void fdtd_ex(__global float *ex, __global const float *hz, int nx, int ny) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < nx) && (j < ny) && (j > 0))
    ex[i * (ny + 1) + j] = ex[i * (ny + 1) + j] - 0.5f * (hz[i * ny + j] - hz[i * ny + (j - 1)]);
}
__kernel void fdtd_hz(__global const float *ex, __global const float *ey, __global float *hz, int nx, int ny) {
  int j = get_global_id(0), i = get_global_id(1);
  if ((i < nx) && (j < ny))
    hz[i * ny + j] = hz[i * ny + j] - 0.7f * (ex[i * (ny + 1) + (j + 1)] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
__kernel void conv3d(__global const float *A, __global float *B, int ni, int nj, int nk, int i) {
  int k = get_global_id(0), j = get_global_id(1);
  float c11 = 2, c21 = 5, c31 = -8, c12 = -3, c22 = 6, c32 = -9, c13 = 4, c23 = 7, c33 = 10;
  if ((i < (ni - 1)) && (j < (nj - 1)) && (k < (nk - 1)) && (i > 0) && (j > 0) && (k > 0))
    B[i * (nk * nj) + j * nk + k] = c11 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c13 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
                                    c21 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k - 1)] + c23 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k - 1)] +
                                    c12 * A[i * (nk * nj) + (j - 1) * nk + k] + c22 * A[i * (nk * nj) + j * nk + k] + c32 * A[i * (nk * nj) + (j + 1) * nk + k] +
                                    c31 * A[(i - 1) * (nk * nj) + (j - 1) * nk + (k + 1)] + c33 * A[(i + 1) * (nk * nj) + (j - 1) * nk + (k + 1)];
}
