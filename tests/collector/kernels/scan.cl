#define N 64
// Hillis-Steele with two halves of one local array.
__kernel __attribute__((reqd_work_group_size(N, 1, 1)))
void scan_hillis_steele(__global const int *restrict in, __global int *restrict out) {
  __local int t[2 * N];
  const int l = get_local_id(0);
  int to = 0, from = 1;
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < N; d <<= 1) {
    to = 1 - to;
    from = 1 - to;
    if (l >= d)
      t[to * N + l] = t[from * N + l] + t[from * N + l - d];
    else
      t[to * N + l] = t[from * N + l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[to * N + l];
}
// Blelloch: two elements per work-item, up-sweep and down-sweep.
__kernel __attribute__((reqd_work_group_size(N / 2, 1, 1)))
void scan_blelloch(__global const float *restrict in, __global float *restrict out, __global float *restrict sums) {
  __local float t[N];
  const int l = get_local_id(0), base = get_group_id(0) * N;
  int offset = 1;
  t[2 * l] = in[base + 2 * l];
  t[2 * l + 1] = in[base + 2 * l + 1];
  for (int d = N >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      const int ai = offset * (2 * l + 1) - 1, bi = offset * (2 * l + 2) - 1;
      t[bi] += t[ai];
    }
    offset *= 2;
  }
  if (l == 0) {
    sums[get_group_id(0)] = t[N - 1];
    t[N - 1] = 0.0f;
  }
  for (int d = 1; d < N; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      const int ai = offset * (2 * l + 1) - 1, bi = offset * (2 * l + 2) - 1;
      const float v = t[ai];
      t[ai] = t[bi];
      t[bi] += v;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * l] = t[2 * l];
  out[base + 2 * l + 1] = t[2 * l + 1];
}
__kernel void scan_add_sums(__global int *data, __global const int *sums, int n) {
  const int i = get_global_id(0), g = get_group_id(0);
  if (g > 0 && i < n) data[i] += sums[g - 1];
}
