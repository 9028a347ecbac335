__kernel void backward_recurrence(__global const float *restrict a, __global float *x, int n) {
  const int g = get_global_id(0);
  for (int i = n - 2; i >= 0; i--) x[i * get_global_size(0) + g] -= a[i] * x[(i + 1) * get_global_size(0) + g];
}
__kernel void step_minus_three(__global const int *restrict a, __global int *restrict y, int n) {
  int s = 0;
  for (int i = n; i > -4; i -= 3) s += a[i + 3];
  y[get_global_id(0)] = s;
}
__kernel void reverse(__global const float *restrict in, __global float *restrict out, int n) {
  const int i = get_global_id(0);
  if (i < n) out[n - 1 - i] = in[i];
}
// Two counters that meet.
__kernel void palindrome(__global const int *restrict a, __global int *restrict same, int n) {
  const int row = get_global_id(0);
  int equal = 1;
  for (int i = 0, j = n - 1; i < j; ++i, --j) equal &= a[row * n + i] == a[row * n + j];
  same[row] = equal;
}
// Thomas algorithm, a system per work-item, interleaved storage.
__kernel void tridiagonal(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                          __global float *restrict d, int n, int systems) {
  const int s = get_global_id(0);
  if (s >= systems) return;
  c[s] /= b[s];
  d[s] /= b[s];
  for (int i = 1; i < n; ++i) {
    const float m = 1.0f / (b[i * systems + s] - a[i * systems + s] * c[(i - 1) * systems + s]);
    c[i * systems + s] *= m;
    d[i * systems + s] = (d[i * systems + s] - a[i * systems + s] * d[(i - 1) * systems + s]) * m;
  }
  for (int i = n - 2; i >= 0; --i) d[i * systems + s] -= c[i * systems + s] * d[(i + 1) * systems + s];
}
