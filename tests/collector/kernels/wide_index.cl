__kernel void long_index(__global float *a, long n, long m) {
  const long i = get_global_id(1), j = get_global_id(0);
  if (i < m && j < n) a[i * n + j] += 1.0f;
}
__kernel void size_t_loops(__global const float *restrict a, __global float *restrict y, ulong rows, ulong cols) {
  const size_t r = get_global_id(0);
  float s = 0.0f;
  if (r < rows)
    for (size_t c = 0; c != cols; ++c) s += a[r * cols + c];
  y[r] = s;
}
// The index needs 64 bits: an offset beyond 2^32 elements.
__kernel void far_offset(__global const uchar *restrict a, __global uchar *restrict b, ulong base, uint n) {
  const uint i = get_global_id(0);
  if (i < n) b[i] = a[base + (ulong)i * 3];
}
__kernel void short_counter(__global int *a, short n) {
  for (short i = 0; i < n; ++i) a[i * get_global_size(0) + get_global_id(0)] = i;
}
__kernel void uint_down(__global const float *restrict a, __global float *restrict y, uint n) {
  float s = 0.0f;
  for (uint i = n; i-- > 0;) s = s * 0.5f + a[i * get_global_size(0) + get_global_id(0)];
  y[get_global_id(0)] = s;
}
// Unsigned wrap-around as a range check: 1 <= x <= n - 2 with one comparison.
__kernel void uint_range(__global const float *restrict a, __global float *restrict b, uint n) {
  const uint x = get_global_id(0);
  if (x - 1u < n - 2u) b[x] = a[x - 1] + a[x + 1];
}
__kernel void uint_step(__global float *a, uint n, uint step) {
  for (uint i = get_global_id(0); i < n; i += step) a[i] = 0.0f;
}
