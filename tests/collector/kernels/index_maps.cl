__kernel void modulo_const(__global const float *restrict a, __global float *restrict b) {
  const int i = get_global_id(0);
  b[i] = a[i % 12] * a[(i * 5) % 32];
}
__kernel void modulo_sym(__global const float *restrict a, __global float *restrict b, int period) {
  const int i = get_global_id(0);
  float s = 0.0f;
  for (int k = 0; k < 9; ++k) s += a[(i + k) % period];
  b[i] = s;
}
__kernel void clamp_edges(__global const float *restrict a, __global float *restrict b, int n) {
  const int i = get_global_id(0);
  float s = 0.0f;
  for (int k = -3; k <= 3; ++k) s += a[clamp(i + k, 0, n - 1)];
  b[i] = s;
}
__kernel void mirror_edges(__global const float *restrict a, __global float *restrict b, int n) {
  const int i = get_global_id(0);
  int l = i - 2, r = i + 2;
  if (l < 0) l = -l;
  if (r >= n) r = 2 * n - 2 - r;
  b[i] = a[l] + a[r] + a[abs(i - n / 2)];
}
__kernel void xor_swizzle(__global const float *restrict in, __global float *restrict out) {
  __local float t[256];
  const int lx = get_local_id(0), ly = get_local_id(1);
  t[ly * 16 + (lx ^ ly)] = in[get_global_id(1) * 16 + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 16 + lx] = t[lx * 16 + (ly ^ lx)];
}
__kernel void bit_reverse(__global const float2 *restrict in, __global float2 *restrict out, int log2n) {
  const uint i = get_global_id(0);
  uint r = 0, v = i;
  for (int b = 0; b < log2n; ++b) {
    r = (r << 1) | (v & 1);
    v >>= 1;
  }
  out[r] = in[i];
}
__kernel void morton(__global const float *restrict in, __global float *restrict out) {
  uint x = get_global_id(0), y = get_global_id(1);
  const uint w = get_global_size(0), at = y * w + x;
  x = (x | (x << 2)) & 0x33u;
  x = (x | (x << 1)) & 0x55u;
  y = (y | (y << 2)) & 0x33u;
  y = (y | (y << 1)) & 0x55u;
  out[x | (y << 1)] = in[at];
}
// Diagonal block order against partition camping.
__kernel void transpose_diagonal(__global const float *restrict in, __global float *restrict out, int n) {
  const int by = get_group_id(0), bx = (get_group_id(0) + get_group_id(1)) % get_num_groups(0);
  const int x = bx * 8 + get_local_id(0), y = by * 8 + get_local_id(1);
  out[x * n + y] = in[y * n + x];
}
