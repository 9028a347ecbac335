// Rank-2k update of a symmetric matrix (PolyBench, BLAS): only what lies on or below the diagonal is computed.
kernel void syr2k_lower(global const float *restrict a, global const float *restrict b, global float *restrict c, int n,
                        int m, float alpha, float beta) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (i >= n || j > i) return;
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) {
    sum += a[j * m + k] * b[i * m + k];
    sum += b[j * m + k] * a[i * m + k];
  }
  c[i * n + j] = beta * c[i * n + j] + alpha * sum;
}
