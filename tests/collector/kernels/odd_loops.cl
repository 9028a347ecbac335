// Loops as people write them when nobody is watching.
__kernel void meet_in_the_middle(__global float *a, int n) {
  __global float *row = a + get_global_id(0) * n;
  for (int i = 0, j = n - 1; i < j; ++i, --j) {
    const float t = row[i];
    row[i] = row[j];
    row[j] = t;
  }
}
__kernel void while_compound(__global const float *restrict a, __global float *restrict y, int n, int m) {
  int lo = get_global_id(0), hi = n;
  float s = 0.0f;
  while (lo < hi && lo < m) {
    s += a[lo];
    lo += 2;
    hi -= 1;
  }
  y[get_global_id(0)] = s;
}
__kernel void powers_of_three(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int k = 1; k < n; k *= 3) s += a[k];
  for (int k = n; k; k >>= 2) s -= a[k];
  y[get_global_id(0)] = s;
}
__kernel void ternary_bounds(__global const float *restrict a, __global float *restrict y, int n, int r) {
  const int g = get_global_id(0);
  const int from = g < r ? 0 : g - r, to = g + r < n ? g + r + 1 : n;
  float s = 0.0f;
  for (int k = from; k < to; ++k) s += a[k];
  y[g] = s;
}
__kernel void triangular_deep(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = j; k < i; ++k) s += a[i * n + k] * a[j];
  y[get_global_id(0)] = s;
}
__kernel void switch_in_loop(__global const int *restrict a, __global int *restrict y, int n) {
  const int g = get_global_id(0);
  int s = 0;
  for (int k = 0; k < n; ++k) {
    switch (k & 3) {
      case 0:
        switch (g & 1) {
          case 0: s += a[k]; break;
          default: continue;
        }
        break;
      case 2: s ^= a[n + k];
      case 3: s += a[2 * n + k]; break;
    }
    y[g * n + k] = s;
  }
}
__kernel void return_in_loop(__global float *a, int n) {
  const int g = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    if (2 * k == g) return;
    a[g * n + k] = 1.0f;
  }
  a[g] += 2.0f;
}
__kernel void goto_again(__global float *a, int n) {
  int i = get_global_id(0);
again:
  if (i < n) {
    a[i] *= 2.0f;
    i += get_global_size(0);
    goto again;
  }
}
__kernel void wrapping_counter(__global const float *restrict a, __global float *restrict y) {
  float s = 0.0f;
  for (uchar c = 200; c != 10; ++c) s += a[c];
  y[get_global_id(0)] = s;
}
__kernel void endless_with_break(__global float *restrict y, __global const float *restrict a, int n) {
  int i = get_local_id(0);
  float s = 0.0f;
  for (;;) {
    if (i >= n) break;
    s += a[i];
    i += get_local_size(0);
  }
  y[get_global_id(0)] = s;
}
__kernel void collatz(__global int *steps, int n) {
  int v = get_global_id(0) + 1, count = 0;
  while (v != 1) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++count;
  }
  steps[get_global_id(0)] = count;
}
__kernel void euclid(__global int *restrict out, __global const int *restrict a, int n) {
  int x = n, y = get_global_id(0);
  while (y) {
    const int t = x % y;
    x = y;
    y = t;
    out[get_global_id(0)] += a[t];
  }
}
__kernel void up_to_root(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = 2; i * i <= n; ++i) s += a[i];
  y[get_global_id(0)] = s;
}
__kernel void sieve(__global uchar *composite, int n) {
  const int p = get_global_id(0) + 2;
  for (int m = 2 * p; m < n; m += p) composite[m] = 1;
}
__kernel void skips_ahead(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (i % 4 == 3) i += 2;
  }
  y[get_global_id(0)] = s;
}
__kernel void goes_to_zero(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = n; i-- > 0;) s += a[i];
  for (uint i = n - 1u; i < (uint)n; --i) s *= a[n + i];
  y[get_global_id(0)] = s;
}
__kernel void bounces(__global const float *restrict a, __global float *restrict y, int n, int steps) {
  int at = 0, d = 1;
  float s = 0.0f;
  for (int k = 0; k < steps; ++k) {
    s += a[at];
    if (at + d < 0 || at + d >= n) d = -d;
    at += d;
  }
  y[get_global_id(0)] = s;
}
__kernel void float_counter(__global float *restrict y) {
  float s = 0.0f;
  for (float t = 0.0f; t < 1.0f; t += 0.125f) s += t;
  y[get_global_id(0)] = s;
}
__kernel void do_twice(__global float *a, int n, int m) {
  int i = get_global_id(0);
  do {
    int j = i;
    do {
      a[i * m + j] += 1.0f;
      j += 3;
    } while (j < m);
    i += 5;
  } while (i < n && i != m);
}
__kernel void nested_breaks(__global const float *restrict a, __global float *restrict y, int n, int m) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i) {
    int j = 0;
    for (; j < m; ++j) {
      if (j > 2 * i) break;
      s += a[i * m + j];
    }
    if (j == m) break;
    s -= a[i];
  }
  y[get_global_id(0)] = s;
}
__kernel void doubling_inside(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int len = 2; len <= n; len <<= 1)
    for (int i = 0; i < n; i += len)
      for (int k = 0; k < len / 2; ++k) s += a[i + k] - a[i + k + len / 2];
  y[get_global_id(0)] = s;
}
__kernel void divisors_outer(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n / i; ++j) s += a[j];
  y[get_global_id(0)] = s;
}
__kernel void loop_until_flag(__global const float *restrict a, __global float *restrict y, int n, int stop) {
  bool done = false;
  int i = get_global_id(0);
  float s = 0.0f;
  while (!done) {
    s += a[i];
    i += 3;
    if (i > n || i == stop) done = true;
  }
  y[get_global_id(0)] = s;
}
__kernel void step_changes(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = 0, step = 1; i < n; i += step, ++step) s += a[i];
  y[get_global_id(0)] = s;
}
__kernel void fibonacci_steps(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  int p = 0, q = 1;
  while (q < n) {
    s += a[q];
    const int t = p + q;
    p = q;
    q = t;
  }
  y[get_global_id(0)] = s;
}
// Duff's device: a case label inside the loop.
__kernel void duffs_device(__global const float *restrict a, __global float *restrict y, int n, int r) {
  float s = 0.0f;
  int i = 0;
  switch (r) {
    case 0:
      do {
        s += a[i++];
        case 2: s += a[i++];
        case 1: s += a[i++];
      } while (i < n);
  }
  y[get_global_id(0)] = s;
}
__kernel void goto_into_loop(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  int i = 0;
  if (n > 10) goto inside;
  while (i < n) {
    i++;
  inside:
    s += a[i];
  }
  y[get_global_id(0)] = s;
}
