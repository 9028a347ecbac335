// The stages of a well-known reduction talk: interleaved, sequential, first add while loading.
__kernel void reduce_interleaved(__global const float *restrict x, __global float *restrict y, __local float *t) {
  const uint l = get_local_id(0);
  t[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    if (l % (2 * s) == 0) t[l] += t[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) y[get_group_id(0)] = t[0];
}
__kernel void reduce_strided_index(__global const float *restrict x, __global float *restrict y, __local float *t) {
  const uint l = get_local_id(0);
  t[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 1; s < get_local_size(0); s *= 2) {
    const uint i = 2 * s * l;
    if (i < get_local_size(0)) t[i] += t[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) y[get_group_id(0)] = t[0];
}
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void reduce_first_add(__global const float *restrict x, __global float *restrict y, uint n) {
  __local float t[32];
  const uint l = get_local_id(0), i = get_group_id(0) * 64 + l;
  float s = i < n ? x[i] : 0.0f;
  if (i + 32 < n) s += x[i + 32];
  t[l] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) t[l] += t[l + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) {
    volatile __local float *v = t;
    v[l] += v[l + 8];
    v[l] += v[l + 4];
    v[l] += v[l + 2];
    v[l] += v[l + 1];
  }
  if (l == 0) y[get_group_id(0)] = t[0];
}
// Column sums, the rows of a block per group row.
__kernel void column_max(__global const float *restrict a, __global float *restrict m, int rows, int cols) {
  const int j = get_global_id(0);
  float best = -INFINITY;
  if (j < cols)
    for (int i = get_group_id(1) * 8; i < min((int)(get_group_id(1) + 1) * 8, rows); ++i) best = max(best, a[i * cols + j]);
  m[get_group_id(1) * get_global_size(0) + j] = best;
}
__kernel void mean_variance(__global const float *restrict x, __global float2 *restrict mv, int n) {
  const int row = get_global_id(0);
  __global const float *p = x + row * n;
  float mean = 0.0f, m2 = 0.0f;
  for (int i = 0; i < n; i++) {
    const float delta = p[i] - mean;
    mean += delta / (float)(i + 1);
    m2 += delta * (p[i] - mean);
  }
  mv[row] = (float2)(mean, m2 / n);
}
