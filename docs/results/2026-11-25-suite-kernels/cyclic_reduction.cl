// Tridiagonal systems (samples of vendors): cyclic reduction and back again, a system a work-group, five arrays in
// local memory, half as many work-items as unknowns.
kernel void cyclic_reduction(global const float *restrict lower, global const float *restrict middle,
                             global const float *restrict upper, global const float *restrict right,
                             global float *restrict x, int n, local float *a, local float *b, local float *c,
                             local float *d, local float *s) {
  const int item = get_local_id(0), items = get_local_size(0), base = get_group_id(0) * n;
  for (int i = item; i < n; i += items) {
    a[i] = lower[base + i];
    b[i] = 4.0f + fabs(middle[base + i]);
    c[i] = upper[base + i];
    d[i] = right[base + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int stride = 1, busy = n / 2;
  for (; busy > 1; busy >>= 1) {
    if (item < busy) {
      const int i = 2 * stride * item + 2 * stride - 1, l = i - stride, r = min(i + stride, n - 1);
      const float p = a[i] / b[l], q = i == n - 1 ? 0.0f : c[i] / b[r];
      b[i] -= c[l] * p + a[r] * q;
      d[i] -= d[l] * p + d[r] * q;
      a[i] = -a[l] * p;
      c[i] = -c[r] * q;
    }
    stride *= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) {
    const int i = stride - 1, j = 2 * stride - 1;
    const float whole = b[j] * b[i] - c[i] * a[j];
    s[i] = (b[j] * d[i] - c[i] * d[j]) / whole;
    s[j] = (d[j] * b[i] - d[i] * a[j]) / whole;
  }
  for (busy = 2; busy < n; busy *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < busy) {
      const int i = stride * item + stride / 2 - 1;
      s[i] = (d[i] - (i == stride / 2 - 1 ? 0.0f : a[i] * s[i - stride / 2]) - c[i] * s[i + stride / 2]) / b[i];
    }
    stride /= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < n; i += items) x[base + i] = s[i];
}
