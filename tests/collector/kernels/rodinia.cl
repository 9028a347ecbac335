// Thermal simulation: a pyramid of steps on a tile with halo (hotspot).
#define BLOCK 8
#define IN_RANGE(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void hotspot(int iterations, __global const float *restrict power, __global const float *restrict src, __global float *restrict dst,
             int cols, int rows, float cap) {
  __local float t[BLOCK][BLOCK], p[BLOCK][BLOCK], next[BLOCK][BLOCK];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int small = BLOCK - iterations * 2;
  const int x = small * (int)get_group_id(0) - iterations + tx, y = small * (int)get_group_id(1) - iterations + ty;
  const bool inside = IN_RANGE(y, 0, rows - 1) && IN_RANGE(x, 0, cols - 1);
  if (inside) {
    t[ty][tx] = src[y * cols + x];
    p[ty][tx] = power[y * cols + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int n = max(ty - 1, 0), s = min(ty + 1, BLOCK - 1), w = max(tx - 1, 0), e = min(tx + 1, BLOCK - 1);
  bool computed = false;
  for (int i = 0; i < iterations; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK - i - 2) && IN_RANGE(ty, i + 1, BLOCK - i - 2) && inside) {
      computed = true;
      next[ty][tx] = t[ty][tx] + cap * (p[ty][tx] + t[s][tx] + t[n][tx] + t[ty][e] + t[ty][w] - 4.0f * t[ty][tx]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iterations - 1) break;
    if (computed) t[ty][tx] = next[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) dst[y * cols + x] = next[ty][tx];
}
// Nearest centre by exhaustive search (k-means).
__kernel void kmeans_assign(__global const float *restrict feature, __global const float *restrict clusters, __global int *restrict membership,
                            int points, int k, int features) {
  const uint p = get_global_id(0);
  int index = 0;
  if (p < points) {
    float least = FLT_MAX;
    for (int i = 0; i < k; i++) {
      float dist = 0.0f;
      for (int l = 0; l < features; l++) {
        const float d = feature[l * points + p] - clusters[i * features + l];
        dist += d * d;
      }
      if (dist < least) {
        least = dist;
        index = i;
      }
    }
    membership[p] = index;
  }
}
// Diffusion coefficients with neighbours clamped by tests on the row and column (SRAD).
__kernel void srad(__global const float *restrict image, __global float *restrict c, float q0, int nr, int nc) {
  const int ei = get_global_id(0);
  const int row = ei % nr, col = ei / nr;
  if (ei < nr * nc) {
    const int north = row == 0 ? 0 : row - 1, south = row == nr - 1 ? nr - 1 : row + 1;
    const int west = col == 0 ? 0 : col - 1, east = col == nc - 1 ? nc - 1 : col + 1;
    const float j = image[ei];
    const float dn = image[north + nr * col] - j, ds = image[south + nr * col] - j;
    const float dw = image[row + nr * west] - j, de = image[row + nr * east] - j;
    const float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (j * j), l = (dn + ds + dw + de) / j;
    const float num = 0.5f * g2 - 0.0625f * l * l, den = 1.0f + 0.25f * l;
    const float q = (num / (den * den) - q0) / (q0 * (1.0f + q0));
    c[ei] = clamp(1.0f / (1.0f + q), 0.0f, 1.0f);
  }
}
// Breadth-first search: everything depends on data.
__kernel void bfs(__global const int2 *restrict nodes, __global const int *restrict edges, __global uchar *restrict frontier,
                  __global const uchar *restrict visited, __global int *restrict cost, int n) {
  const int tid = get_global_id(0);
  if (tid < n && frontier[tid]) {
    frontier[tid] = 0;
    for (int i = nodes[tid].x; i < nodes[tid].y + nodes[tid].x; i++)
      if (!visited[edges[i]]) cost[edges[i]] = cost[tid] + 1;
  }
}
// Gaussian elimination, multipliers and update.
__kernel void fan1(__global float *restrict m, __global const float *restrict a, int size, int t) {
  const int i = get_global_id(0);
  if (i < size - 1 - t) m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}
__kernel void fan2(__global const float *restrict m, __global float *restrict a, __global float *restrict b, int size, int t) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < size - 1 - t && y < size - t) {
    a[size * (x + 1 + t) + y + t] -= m[size * (x + 1 + t) + t] * a[size * t + y + t];
    if (y == 0) b[x + 1 + t] -= m[size * (x + 1 + t) + y + t] * b[t];
  }
}
