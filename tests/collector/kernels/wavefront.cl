// One anti-diagonal of a Needleman-Wunsch table a launch.
__kernel void nw_diagonal(__global int *table, __global const int *restrict similarity, int n, int d, int gap) {
  const int i = get_global_id(0) + 1, j = d - i;
  if (j >= 1 && j <= n && i <= n) {
    const int w = n + 1;
    const int diag = table[(i - 1) * w + j - 1] + similarity[(i - 1) * n + j - 1];
    const int up = table[(i - 1) * w + j] - gap, left = table[i * w + j - 1] - gap;
    table[i * w + j] = max(diag, max(up, left));
  }
}
// A tile per group, the diagonals inside it in order.
#define B 8
__kernel __attribute__((reqd_work_group_size(B, 1, 1)))
void nw_tile(__global int *table, int pitch) {
  __local int t[B + 1][B + 1];
  const int l = get_local_id(0), origin = get_group_id(0) * B;
  t[0][l + 1] = table[origin + l + 1];
  t[l + 1][0] = table[(l + 1) * pitch + origin];
  if (l == 0) t[0][0] = table[origin];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < 2 * B - 1; ++m) {
    const int x = m - l + 1;
    if (l <= m && x <= B && x > 0) t[l + 1][x] = max(t[l][x - 1], max(t[l][x], t[l + 1][x - 1])) + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < B; ++r) table[(r + 1) * pitch + origin + l + 1] = t[r + 1][l + 1];
}
// Dynamic programming over rows with a shrinking halo (ghost-zone pathfinder).
#define BLOCK 32
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void pathfinder(__global const int *restrict wall, __global const int *restrict src, __global int *restrict dst,
                int cols, int start, int steps) {
  __local int prev[BLOCK], result[BLOCK];
  const int l = get_local_id(0);
  const int x = get_group_id(0) * (BLOCK - 2 * steps) - steps + l;
  const bool valid = x >= 0 && x < cols;
  if (valid) prev[l] = src[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  bool computed = false;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (l >= i + 1 && l <= BLOCK - i - 2 && valid) {
      computed = true;
      result[l] = min(prev[l - 1], min(prev[l], prev[l + 1])) + wall[(start + i) * cols + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == steps - 1) break;
    if (computed) prev[l] = result[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) dst[x] = result[l];
}
