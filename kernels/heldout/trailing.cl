// Trailing update of a blocked LU: C -= L U with a panel of 16, both tiles in local memory.
#define SIDE 16

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void lu_trailing(__global const float *restrict l, __global const float *restrict u,
                 __global float *restrict c, int n) {
  __local float l_tile[SIDE][SIDE];
  __local float u_tile[SIDE][SIDE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  l_tile[y][x] = l[i * SIDE + x];
  u_tile[y][x] = u[y * n + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k < SIDE; ++k) sum += l_tile[y][k] * u_tile[k][x];
  c[i * n + j] -= sum;
}
