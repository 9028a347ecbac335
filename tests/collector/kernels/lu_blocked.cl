// Rows exchanged after pivoting: k1 .. k2-1, pivots are data.
__kernel void laswp(__global double *a, int lda, int n, int k1, int k2, __global const int *restrict pivot) {
  const int j = get_global_id(0);
  if (j >= n) return;
  for (int k = k1; k < k2; ++k) {
    const int p = pivot[k];
    const double t = a[k * lda + j];
    a[k * lda + j] = a[p * lda + j];
    a[p * lda + j] = t;
  }
}
__kernel void lu_scale_column(__global double *a, int n, int k) {
  const int i = get_global_id(0) + k + 1;
  if (i < n) a[i * n + k] /= a[k * n + k];
}
// Unblocked panel of width nb by one work-group; rows are dealt out to the work-items.
__kernel void lu_panel(__global float *a, int lda, int m, int nb) {
  const int l = get_local_id(0), w = get_local_size(0);
  for (int k = 0; k < nb; ++k) {
    for (int i = k + 1 + l; i < m; i += w) {
      const float f = a[i * lda + k] / a[k * lda + k];
      a[i * lda + k] = f;
      for (int j = k + 1; j < nb; ++j) a[i * lda + j] -= f * a[k * lda + j];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
// Trailing update A22 -= L21 U12 through tiles of local memory, offset k and block size fixed.
#define NB 8
__kernel __attribute__((reqd_work_group_size(NB, NB, 1)))
void lu_update(__global float *a, int n, int k) {
  __local float l[NB][NB], u[NB][NB];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int i = k + NB + get_global_id(1), j = k + NB + get_global_id(0);
  l[ly][lx] = a[i * n + k + lx];
  u[ly][lx] = a[(k + ly) * n + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0.0f;
  #pragma unroll
  for (int p = 0; p < NB; ++p) s += l[ly][p] * u[p][lx];
  a[i * n + j] -= s;
}
// Cholesky, one column a launch.
__kernel void cholesky_column(__global float *a, int n, int k) {
  const int i = get_global_id(0);
  if (i < k || i >= n) return;
  float s = a[i * n + k];
  for (int p = 0; p < k; ++p) s -= a[i * n + p] * a[k * n + p];
  a[i * n + k] = s;
}
// Gram-Schmidt: orthogonalise the later columns against column k.
__kernel void gram_schmidt_update(__global float *restrict a, __global float *restrict r, __global const float *restrict q, int k, int m, int n) {
  const int j = get_global_id(0);
  if (j > k && j < n) {
    float s = 0.0f;
    for (int i = 0; i < m; i++) s += q[i * n + k] * a[i * n + j];
    for (int i = 0; i < m; i++) a[i * n + j] -= q[i * n + k] * s;
    r[k * n + j] = s;
  }
}
