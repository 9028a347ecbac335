__kernel void saxpy(int n, float alpha, __global const float *restrict x, __global float *restrict y) {
  int i = get_global_id(0);
  if (i < n) y[i] = alpha * x[i] + y[i];
}
// Strided vectors as in BLAS, increments as arguments.
__kernel void daxpy_inc(int n, double alpha, __global const double *x, int incx, __global double *y, int incy) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    y[i * incy] = fma(alpha, x[i * incx], y[i * incy]);
}
#define WG 64
__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void dot_stage1(int n, __global const float *restrict x, __global const float *restrict y, __global float *restrict partial) {
  __local float sums[WG];
  const int lid = get_local_id(0);
  float acc = 0.0f;
  int i = get_group_id(0) * WG + lid;
  while (i < n) {
    acc += x[i] * y[i];
    i += WG * get_num_groups(0);
  }
  sums[lid] = acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WG / 2; s > 0; s = s >> 1) {
    if (lid < s) sums[lid] += sums[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) partial[get_group_id(0)] = sums[0];
}
// One item walks, the others leave early: index of the largest magnitude is data, the loop is not.
__kernel void iamax_serial(int n, __global const float *x, __global int *result) {
  if (get_global_id(0) != 0) return;
  int best = 0;
  float most = fabs(x[0]);
  for (int i = 1; i < n; ++i) {
    const float a = fabs(x[i]);
    best = a > most ? i : best;
    most = fmax(a, most);
  }
  *result = best;
}
