// Two local buffers, exchanged through pointers.
#define W 32
__kernel __attribute__((reqd_work_group_size(W, 1, 1)))
void smooth_swap(__global const float *restrict in, __global float *restrict out, int steps) {
  __local float a[W], b[W];
  __local float *from = a, *to = b;
  const int l = get_local_id(0);
  from[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 0; s < steps; ++s) {
    if (l > 0 && l < W - 1)
      to[l] = 0.5f * from[l] + 0.25f * (from[l - 1] + from[l + 1]);
    else
      to[l] = from[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float *t = from;
    from = to;
    to = t;
  }
  out[get_global_id(0)] = from[l];
}
// Global ping-pong within one work-item.
__kernel void relax_pingpong(__global float *a, __global float *b, int n, int steps) {
  const int row = get_global_id(0);
  __global float *src = a + row * n, *dst = b + row * n;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < n - 1; ++i) dst[i] = 0.5f * (src[i - 1] + src[i + 1]);
    __global float *t = src;
    src = dst;
    dst = t;
  }
}
// Prefetch of the next tile while this one is used: the parity of the step picks the half.
#define T 8
__kernel __attribute__((reqd_work_group_size(T, T, 1)))
void gemm_prefetch(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int n) {
  __local float as[2][T][T], bs[2][T][T];
  const int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  as[0][ly][lx] = a[y * n + lx];
  bs[0][ly][lx] = b[ly * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float acc = 0.0f;
  for (int t = 0; t < n / T; ++t) {
    const int now = t & 1;
    if (t + 1 < n / T) {
      as[1 - now][ly][lx] = a[y * n + (t + 1) * T + lx];
      bs[1 - now][ly][lx] = b[((t + 1) * T + ly) * n + x];
    }
    for (int k = 0; k < T; ++k) acc = fma(as[now][ly][k], bs[now][k][lx], acc);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = acc;
}
