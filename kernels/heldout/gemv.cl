// y = A x, row-major, n x n.
__kernel void gemv_row_per_item(__global const float *restrict a, __global const float *restrict x,
                                __global float *restrict y, int n) {
  const int i = get_global_id(0);
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
  y[i] = sum;
}

__kernel void gemv_row_per_item4(__global const float4 *restrict a, __global const float4 *restrict x,
                                 __global float *restrict y, int n) {
  const int i = get_global_id(0);
  float4 sum = (float4)(0.0f);
  for (int j = 0; j < n / 4; ++j) sum += a[i * (n / 4) + j] * x[j];
  y[i] = sum.x + sum.y + sum.z + sum.w;
}

#define ITEMS 32
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void gemv_row_per_group(__global const float *restrict a, __global const float *restrict x,
                        __global float *restrict y, int n) {
  __local float part[ITEMS];
  const int l = get_local_id(0);
  const int i = get_group_id(0);
  float sum = 0.0f;
  for (int j = l; j < n; j += ITEMS) sum += a[i * n + j] * x[j];
  part[l] = sum;
  for (int half_size = ITEMS / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size) part[l] += part[l + half_size];
  }
  if (l == 0) y[i] = part[0];
}
