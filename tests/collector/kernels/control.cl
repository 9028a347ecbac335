__kernel void boundary_switch(__global float *u, int n, int kind) {
  const int i = get_global_id(0);
  if (i >= n) return;
  switch (kind) {
    case 0: u[i] = 0.0f; break;
    case 1: u[i] = u[n + i]; break;
    case 2: u[i] = 2.0f * u[n + i] - u[2 * n + i]; break;
    default: u[i] = u[(n - 1) * n + i]; break;
  }
}
// The case depends on the work-item, with fall-through.
__kernel void switch_by_id(__global const int *restrict a, __global int *restrict out, int n) {
  const int i = get_global_id(0);
  int s = 0;
  switch (get_local_id(0) & 3) {
    case 3: s += a[3 * n + i];
    case 2: s += a[2 * n + i];
    case 1: s += a[n + i]; break;
    case 0: s = -1;
  }
  out[i] = s;
}
__kernel void early_return(__global const float *restrict a, __global float *restrict b, int lo, int hi, int n) {
  const int i = get_global_id(0);
  if (i < lo) return;
  if (i >= hi) {
    if (i < n) b[i] = 0.0f;
    return;
  }
  float s = 0.0f;
  for (int k = lo; k < i; ++k) s += a[k];
  b[i] = s;
}
__kernel void nested_ternary(__global const float *restrict a, __global float *restrict b, int n) {
  const int i = get_global_id(0);
  const int j = i < n / 4 ? i : i < n / 2 ? n / 2 - i : i < n ? i - n / 2 : n - 1;
  b[i] = i < n ? a[j] : (i & 1 ? 1.0f : 2.0f);
}
__kernel void break_continue(__global const float *restrict a, __global float *restrict y, int n, int stop, int skip) {
  const int g = get_global_id(0);
  float s = 0.0f;
  for (int i = 0; i < n; ++i) {
    if (i == skip) continue;
    if (i > stop + g) break;
    s += a[i * n + g];
  }
  y[g] = s;
}
__kernel void do_while(__global int *a, int n) {
  int i = get_global_id(0);
  do {
    a[i] += 1;
    i += 7;
  } while (i < n);
}
// Loop-invariant condition, an empty range possible, and an unreachable arm.
__kernel void invariant_guard(__global const float *restrict a, __global float *restrict y, int n, int mode) {
  const int g = get_global_id(0);
  float s = 0.0f;
  for (int i = n; i < 2 * n - 5; ++i) {
    if (mode > 0)
      s += a[i];
    else if (mode < 0)
      s -= a[i + n];
  }
  if (g < 0) s = a[0];
  y[g] = s;
}
__kernel void logic_ops(__global const float *restrict a, __global float *restrict y, int n, int m) {
  const int x = get_global_id(0), z = get_global_id(1);
  if ((x < n && z < m) || (x >= 2 * n && z == 0)) y[z * 64 + x] = a[z * 64 + x];
  if (!(x < n || z < m)) y[z * 64 + x] = 1.0f;
}
__kernel void loop_guard_moves(__global const float *restrict a, __global float *restrict y, int n) {
  const int g = get_global_id(0);
  float s = 0.0f;
  for (int i = 0; i < n; ++i) {
    if (i < g)
      s += a[i];
    else if (i - g < 3)
      s *= a[n + i];
    if (2 * i + g > n) s -= 1.0f;
  }
  y[g] = s;
}
