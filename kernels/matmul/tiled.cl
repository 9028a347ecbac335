// C = A B for square row-major matrices: tiles of A and B go through local memory, so that each of
// their elements is read from global memory n / TILE times instead of n times.
#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul_tiled(__global const float *restrict a, __global const float *restrict b,
                  __global float *restrict c, int n) {
  __local float a_tile[TILE][TILE];
  __local float b_tile[TILE][TILE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < n / TILE; ++t) {
    a_tile[y][x] = a[i * n + t * TILE + x];
    b_tile[y][x] = b[(t * TILE + y) * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      sum += a_tile[y][k] * b_tile[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[i * n + j] = sum;
}
