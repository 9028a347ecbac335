#define W 32
__kernel __attribute__((reqd_work_group_size(W, 1, 1)))
void async_scale(__global const float *restrict in, __global float *restrict out, float a) {
  __local float t[W];
  event_t e = async_work_group_copy(t, in + get_group_id(0) * W, W, 0);
  wait_group_events(1, &e);
  t[get_local_id(0)] *= a;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + get_group_id(0) * W, t, W, 0);
  wait_group_events(1, &e);
}
__kernel void async_column(__global const float *restrict a, __global float *restrict y, __local float *column, int n) {
  event_t e = async_work_group_strided_copy(column, a + get_group_id(0), (size_t)n, (size_t)n, 0);
  wait_group_events(1, &e);
  float s = 0.0f;
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) s += column[i];
  y[get_global_id(0)] = s;
}
// Two tiles in flight.
__kernel __attribute__((reqd_work_group_size(W, 1, 1)))
void async_double(__global const float4 *restrict in, __global float4 *restrict out, int tiles) {
  __local float4 t[2][W];
  event_t e[2];
  __global const float4 *from = in + get_group_id(0) * tiles * W;
  float4 s = (float4)(0.0f);
  e[0] = async_work_group_copy(t[0], from, W, 0);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) e[(k + 1) & 1] = async_work_group_copy(t[(k + 1) & 1], from + (k + 1) * W, W, 0);
    wait_group_events(1, &e[k & 1]);
    s += t[k & 1][get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = s;
}
