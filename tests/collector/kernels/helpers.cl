static float square(float x) { return x * x; }
static float polynomial(__constant float *c, int degree, float x) {
  float r = c[degree];
  for (int k = degree - 1; k >= 0; --k) r = r * x + c[k];
  return r;
}
static void load_row(__global const float *a, __local float *row, int n) {
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) row[i] = a[i];
}
inline int at(int y, int x, int pitch) { return y * pitch + x; }
__kernel void horner(__constant float *c, int degree, __global const float *restrict x, __global float *restrict y, int n) {
  const int i = get_global_id(0);
  if (i < n) y[i] = polynomial(c, degree, x[i]) + square(x[i]);
}
__kernel void row_times_row(__global const float *restrict a, __global float *restrict y, __local float *row, int n) {
  load_row(a + at(get_group_id(0), 0, n), row, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0.0f;
  for (int i = 0; i < n; ++i) s += square(row[i]);
  if (get_local_id(0) == 0) y[get_group_id(0)] = s;
}
static void swap_rows(__global float *p, __global float *q, int n) {
  for (int i = 0; i < n; ++i) {
    const float t = p[i];
    p[i] = q[i];
    q[i] = t;
  }
}
__kernel void reverse_rows(__global float *a, int rows, int n) {
  const int r = get_global_id(0);
  if (r < rows / 2) swap_rows(&a[at(r, 0, n)], &a[at(rows - 1 - r, 0, n)], n);
}
