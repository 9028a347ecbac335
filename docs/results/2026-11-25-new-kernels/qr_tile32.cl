// Batched Householder QR of 32x32 tiles in local memory, a tile a work-group, a column a work-item, a barrier a
// reflector: R above, reflectors below the diagonal, and their factors tau.
#define N 32

kernel void qr_tile32(global const float *restrict tiles, global float *restrict factors, global float *restrict taus) {
  local float a[N][N + 1];
  const int j = get_local_id(0), tile = get_group_id(0);
  for (int i = 0; i < N; ++i) a[i][j] = tiles[(tile * N + i) * N + j];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < N; ++k) {
    const float alpha = a[k][k];
    float below = 0.0f;
    for (int i = k + 1; i < N; ++i) below += a[i][k] * a[i][k];
    const float beta = -copysign(sqrt(alpha * alpha + below), alpha);
    const float scale = alpha != beta ? 1.0f / (alpha - beta) : 0.0f;
    const float tau = beta != 0.0f ? (beta - alpha) / beta : 0.0f;
    if (j > k) {
      float dot = 0.0f;
      for (int i = k + 1; i < N; ++i) dot += a[i][k] * a[i][j];
      dot = tau * (a[k][j] + scale * dot);
      a[k][j] -= dot;
      dot *= scale;
      for (int i = k + 1; i < N; ++i) a[i][j] -= dot * a[i][k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Nobody else reads this column any more.
    if (j == k) {
      a[k][k] = beta;
      for (int i = k + 1; i < N; ++i) a[i][k] *= scale;
      taus[tile * N + k] = tau;
    }
  }
  for (int i = 0; i < N; ++i) factors[(tile * N + i) * N + j] = a[i][j];
}
