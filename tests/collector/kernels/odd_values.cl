// Values and helpers in the corners of the language.
enum { kEast, kNorth, kWest, kSouth, kDirections };
#define SWAP(T, x, y) do { const T swap_ = x; x = y; y = swap_; } while (0)
typedef struct { int begin, end; } Range;
static Range rows_of(int group, int groups, int rows) {
  const int each = (rows + groups - 1) / groups;
  Range r = {group * each, min((group + 1) * each, rows)};
  return r;
}
static void advance(__global const float **p, int *left, int step) {
  *p += step;
  *left -= step;
}
static float row_sum(__global const float *p, int n) {
  if (n <= 0) return 0.0f;
  float s = 0.0f;
  for (int i = 0;; ++i) {
    if (i == n) return s;
    s += p[i];
  }
}
static int find_first(int from, int multiple) {
  while (from % multiple) ++from;
  return from;
}
__kernel void range_by_helper(__global const float *restrict a, __global float *restrict y, int rows, int n) {
  const Range r = rows_of(get_group_id(0), get_num_groups(0), rows);
  for (int i = r.begin + get_local_id(0); i < r.end; i += get_local_size(0)) y[i] = row_sum(a + i * n, n);
}
__kernel void pointer_to_pointer(__global const float *a, __global float *restrict y, int n) {
  __global const float *p = a + get_global_id(0);
  int left = n;
  float s = 0.0f;
  while (left > 0) {
    s += *p;
    advance(&p, &left, 3);
  }
  y[get_global_id(0)] = s;
}
__kernel void directions(__global const float *restrict a, __global float *restrict y, int w) {
  const int dx[kDirections] = {1, 0, -1, 0}, dy[kDirections] = {0, 1, 0, -1};
  const int x = get_global_id(0) + 1, z = get_global_id(1) + 1;
  float s = 0.0f;
  for (int d = kEast; d < kDirections; ++d) s += a[(z + dy[d]) * w + x + dx[d]];
  y[z * w + x] = s;
}
__kernel void swap_by_macro(__global float *a, int i, int j) {
  const int g = get_global_id(0);
  if (i > j) SWAP(int, i, j);
  for (int k = i; k < j; ++k) a[k * get_global_size(0) + g] += 1.0f;
}
__kernel void divides_negatives(__global const float *restrict a, __global float *restrict y, int n) {
  const int i = get_global_id(0) - n;
  y[get_global_id(0)] = a[i / 3 + n] + a[(i % 3) + 2] + a[(i >> 1) + n] + a[(i & 3)];
}
__kernel void mixed_signs(__global const float *restrict a, __global float *restrict y, int n) {
  const uint u = get_global_id(0);
  if (n - (int)u < 0) return;
  if (u - 2 < 5u) y[u] = a[u];
  if ((int)u - 2 < 5) y[u + 64] = a[u];
  for (int i = -3; i < (int)u; ++i) y[i + 200] += 1.0f;
}
__kernel void unequal_steps(__global const float *restrict a, __global float *restrict y, int n) {
  float s = 0.0f;
  for (int i = 0; i != 2 * n; i += 2) s += a[i];
  for (int i = 3 * n; i > 0; i -= 3) s += a[i];
  for (int i = n; i >= -n; i -= 2) s += a[i + n];
  y[get_global_id(0)] = s;
}
__kernel void vector_conditions(__global const int4 *restrict a, __global int4 *restrict y, int4 limit, int n) {
  const int i = get_global_id(0);
  const int4 at = (int4)(i, i + 1, i + 2, i + 3);
  const int4 inside = at < (int4)(n);
  if (any(inside)) y[i] = select(a[i], at, inside);
  if (all(inside)) y[i + 64] = a[i + 64];
}
__kernel void dynamic_lane(__global const float4 *restrict a, __global float *restrict y, int lane) {
  const int i = get_global_id(0);
  const float4 v = a[i];
  float s = 0.0f;
  for (int k = 0; k < 4; ++k) s += ((const float *)&v)[k];
  y[i] = s + v[lane & 3];
}
__kernel void small_types(__global const char *restrict a, __global short *restrict y, uchar n, short m) {
  const uchar g = get_global_id(0);
  short s = 0;
  for (uchar i = 0; i < n; ++i)
    for (short j = m; j > 0; j -= (short)2) s += a[i * 64 + j];
  y[g] = s;
}
__kernel void bit_tricks(__global const uint *restrict a, __global uint *restrict y, uint n) {
  const uint i = get_global_id(0);
  uint c = 0;
  for (uint m = i; m; m &= m - 1) ++c;
  for (uint m = n; m != 0; m >>= 1) c += a[m & 63];
  y[i] = rotate(a[i], c) ^ clz(i) ^ mad24(i, 3u, hadd(i, n)) ^ mul_hi(i, n) ^ popcount(i);
}
__kernel void nested_ranges(__global const float *restrict a, __global float *restrict y, int n, int b) {
  const int g = get_global_id(0);
  float s = 0.0f;
  for (int ii = 0; ii < n; ii += b)
    for (int jj = ii; jj < n; jj += b)
      for (int i = ii; i < min(ii + b, n); ++i)
        for (int j = max(jj, i + 1); j < min(jj + b, n); ++j) s += a[i * n + j];
  y[g] = s;
}
__kernel void barrier_and_break(__global float *a, __local float *t, int n, int stop) {
  const int l = get_local_id(0), g = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    t[l] = a[k * get_global_size(0) + g];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == stop) break;
    a[k * get_global_size(0) + g] = t[get_local_size(0) - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
__kernel void helper_with_loop(__global float *a, int n) {
  const int g = get_global_id(0);
  const int from = find_first(g, 4);
  for (int i = from; i < n; i += 4) a[i] = 0.0f;
}
__kernel void three_dimensions(__global float *restrict a, int nx, int ny, int nz) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < nx && y < ny && z < nz && x + y + z < (size_t)nx) a[(z * ny + y) * nx + x] += get_local_id(2) + get_group_id(1);
}
__kernel void select_address(__global const float *restrict a, __global float *restrict y, int n) {
  const int i = get_global_id(0);
  const int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
  if (i < n) y[i] = a[left] - 2.0f * a[i] + a[right];
}
__kernel void double_and_long(__global const double *restrict a, __global double *restrict y, long n, double tolerance) {
  const long i = get_global_id(0);
  double s = 0.0;
  for (long k = i; k < n * n; k += get_global_size(0) + 1L) s = fma(a[k % (n + 1)], tolerance, s);
  y[i] = s;
}
__kernel void early_continue(__global const float *restrict a, __global float *restrict y, int n) {
  const int g = get_global_id(0);
  float s = 0.0f;
  int i = -1;
  while (++i < n) {
    if ((i & 1) == (g & 1)) continue;
    if (i > 2 * g) {
      s += a[i];
      continue;
    }
    s -= a[i + n];
  }
  y[g] = s;
}
__kernel void empty_and_unit_loops(__global float *a, int n) {
  const int g = get_global_id(0);
  for (int i = 0; i < 0; ++i) a[i] = 1.0f;
  for (int i = n; i < n + 1; ++i) a[i + g] = 2.0f;
  for (int i = 5; i <= 4 + (n > 7); ++i) a[g] += 3.0f;
  for (; n > 10; n -= 4) a[n] = 0.0f;
}
