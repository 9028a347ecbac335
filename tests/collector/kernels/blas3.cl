#define TILE 16
#define WPT 4
// Tiled GEMM, WPT x WPT outputs per work-item, 4 x 4 work-items per group.
__kernel __attribute__((reqd_work_group_size(TILE / WPT, TILE / WPT, 1)))
void gemm_register_blocked(const int m, const int n, const int k, __global const float *restrict a,
                           __global const float *restrict b, __global float *restrict c) {
  __local float as[TILE][TILE + 1];
  __local float bs[TILE][TILE + 1];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int row0 = get_group_id(1) * TILE, col0 = get_group_id(0) * TILE;
  float acc[WPT][WPT];
  for (int i = 0; i < WPT; ++i)
    for (int j = 0; j < WPT; ++j) acc[i][j] = 0.0f;
  for (int t = 0; t < k / TILE; ++t) {
    for (int i = 0; i < WPT; ++i)
      for (int j = 0; j < WPT; ++j) {
        const int r = ly + i * (TILE / WPT), q = lx + j * (TILE / WPT);
        as[r][q] = a[(row0 + r) * k + t * TILE + q];
        bs[r][q] = b[(t * TILE + r) * n + col0 + q];
      }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < TILE; ++p) {
      float av[WPT], bv[WPT];
      for (int i = 0; i < WPT; ++i) av[i] = as[ly + i * (TILE / WPT)][p];
      for (int j = 0; j < WPT; ++j) bv[j] = bs[p][lx + j * (TILE / WPT)];
      for (int i = 0; i < WPT; ++i)
        for (int j = 0; j < WPT; ++j) acc[i][j] += av[i] * bv[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < WPT; ++i)
    for (int j = 0; j < WPT; ++j)
      c[(row0 + ly + i * (TILE / WPT)) * n + col0 + lx + j * (TILE / WPT)] = acc[i][j];
}
__kernel void syrk_lower(int n, int k, __global const float *restrict a, __global float *restrict c) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (j > i || i >= n) return;
  float s = 0.0f;
  for (int p = 0; p < k; ++p) s += a[i * k + p] * a[j * k + p];
  c[i * n + j] = s;
}
__kernel void trmm_lower(int m, int n, __global const float *restrict l, __global const float *restrict b, __global float *restrict c) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (i < m && j < n) {
    float s = 0.0f;
    for (int p = 0; p < i + 1; p++) s += l[i * m + p] * b[p * n + j];
    c[i * n + j] = s;
  }
}
// A right-hand side per work-item, forward substitution in place.
__kernel void trsm_left_lower(int m, int n, __global const double *l, __global double *b) {
  const int j = get_global_id(0);
  if (j >= n) return;
  for (int i = 0; i < m; ++i) {
    double s = b[i * n + j];
    for (int p = 0; p < i; ++p) s -= l[i * m + p] * b[p * n + j];
    b[i * n + j] = s / l[i * m + i];
  }
}
