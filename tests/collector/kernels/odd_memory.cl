// Memory as people lay it out when they mean well.
__constant float kLut[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
__constant int kTaps[4] = {1, 3, 5, 7};
__constant int2 kMoves[5] = {(int2)(0, 0), (int2)(1, 0), (int2)(-1, 0), (int2)(0, 1), (int2)(0, -1)};
typedef struct { float v[3]; short tag; char flags[5]; } Particle;
typedef struct { Particle p[2]; double mass; } Pair;
typedef struct { int nx, ny; float h[2]; } Grid;
typedef union { float f; uint u; uchar4 bytes; } Bits;
__kernel void table_lookup(__global const float *restrict a, __global float *restrict y) {
  const int i = get_global_id(0);
  y[i] = a[i] * kLut[i & 15] + kLut[(i >> 4) & 3];
}
__kernel void table_bounds(__global const float *restrict a, __global float *restrict y, int n) {
  const int g = get_global_id(0);
  float s = 0.0f;
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < kTaps[k]; ++j) s += a[g * n + j];
  y[g] = s;
}
__kernel void table_moves(__global const float *restrict a, __global float *restrict y, int w) {
  const int2 at = (int2)(get_global_id(0) + 1, get_global_id(1) + 1);
  float s = 0.0f;
  for (int k = 0; k < 5; ++k) {
    const int2 to = at + kMoves[k];
    s += a[to.y * w + to.x];
  }
  y[at.y * w + at.x] = s;
}
__kernel void nested_structs(__global const Pair *restrict in, __global Pair *restrict out) {
  const int i = get_global_id(0);
  out[i].mass = in[i].mass * 2.0;
  for (int k = 0; k < 2; ++k)
    for (int d = 0; d < 3; ++d) out[i].p[k].v[d] = in[i].p[1 - k].v[d];
  out[i].p[0].flags[4] = in[i].p[1].flags[0];
}
__kernel void copies_structs(__global const Particle *restrict in, __global Particle *restrict out, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  Particle p = in[i];
  p.v[0] += 1.0f;
  out[n - 1 - i] = p;
}
__kernel void struct_by_value(__global const float *restrict a, __global float *restrict y, Grid grid) {
  const int x = get_global_id(0);
  if (x < 8) y[x] = a[x] * grid.h[0] + grid.h[1];
}
__kernel void union_bits(__global const float *restrict a, __global uint *restrict y) {
  const int i = get_global_id(0);
  Bits b;
  b.f = a[i];
  b.bytes.w &= 0x7f;
  y[i] = b.u;
}
__kernel void vloads(__global const float *restrict a, __global const half *restrict h, __global float *restrict y, __global half *restrict z) {
  const int i = get_global_id(0);
  const float3 t = vload3(i, a + 1);
  const float4 q = vload_half4(i, h);
  vstore3(t * q.xyz, i, y);
  vstore_half(vload_half(i, h + 3) + q.w, i, z);
  vstore_half2_rte(q.xy, i, z + 64);
  const float3 padded = vloada_half3(i, h);
  vstorea_half4((float4)(padded, 1.0f), i, z);
}
__kernel void bytes_as_words(__global const uchar *restrict in, __global uchar *restrict out, int n) {
  const int i = get_global_id(0);
  __global const uchar4 *words = (__global const uchar4 *)in;
  const uchar4 w = words[i];
  out[i] = (uchar)((w.x + w.y + w.z + w.w) >> 2);
  ((__global ushort *)(out + n))[i] = (ushort)w.x << 8 | w.y;
}
__kernel void negative_offsets(__global const float *restrict a, __global float *restrict y, int n) {
  __global const float *end = a + n;
  const int i = get_global_id(0);
  y[i] = end[-1 - i] + end[-n] + *(end - i - 1);
}
__kernel void pointer_difference(__global const float *restrict a, __global float *restrict y, int n) {
  __global const float *p = a + 3 * get_global_id(0), *q = a + n;
  int count = 0;
  while (q - p > 4) {
    p += 2;
    count += (int)*p;
  }
  y[get_global_id(0)] = count;
}
__kernel void rows_by_pointer(__global float (*m)[8], int rows) {
  const int r = get_global_id(0);
  if (r + 1 >= rows) return;
  for (int c = 0; c < 8; ++c) m[r][c] += (*(m + r + 1))[7 - c];
}
__kernel void short_indices(__global const float *restrict a, __global float *restrict y) {
  const int i = get_global_id(0);
  const short s = (short)(i * 1000);
  const uchar b = (uchar)(i - 3);
  const char c = (char)(i + 120);
  y[i] = a[(int)s + 32768] + a[b] + a[c + 128];
}
__kernel void truth_values(__global const float *restrict a, __global float *restrict y, int n) {
  const int i = get_global_id(0);
  const bool inside = i > 2 & i < n - 2, odd = i & 1;
  const int shift = (i < 5) + (i > n) * 2 - !odd;
  if (inside ^ odd) y[i] = a[i + shift + 1];
}
__kernel void wraps_around(__global const float *restrict a, __global float *restrict y, uint n) {
  const uint i = get_global_id(0);
  const uint left = i - 1u, right = (i + 1u) & 63u;
  float s = 0.0f;
  if (left < n) s += a[left];
  y[i] = s + a[right] + a[(i * 2654435761u) >> 26];
}
__kernel void local_counters(__global const uint *restrict a, __global uint *restrict y, int n) {
  __local uint counts[2][17];
  const int l = get_local_id(0);
  for (int k = l; k < 34; k += get_local_size(0)) counts[k / 17][k % 17] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_global_id(0); k < n; k += get_global_size(0)) {
    atomic_inc(&counts[0][k & 15]);
    atomic_max(&counts[1][16], a[k]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 17) atomic_add(&y[l], counts[0][l] + counts[1][l]);
}
__kernel void with_offset(__global const float *restrict a, __global float *restrict y) {
  const size_t i = get_global_id(0) - get_global_offset(0);
  const size_t j = get_global_id(1) - get_global_offset(1);
  y[j * get_global_size(0) + i] = a[i * get_global_size(1) + j];
}
__kernel void grid_stride_rows(__global const float *restrict a, __global float *restrict y, int w, int h) {
  for (int r = get_global_id(1); r < h; r += get_global_size(1))
    for (int c = get_global_id(0); c < w; c += get_global_size(0)) y[r * w + c] = a[c * h + r];
}
__kernel void chooses_array(__global float *a, __global float *b, int n, int flag) {
  const int i = get_global_id(0);
  __global float *p = flag ? a : b;
  p[i] += 1.0f;
  __global float *q = i < n ? a : b;
  q[2 * i] = 0.0f;
}
__kernel void array_of_pointers(__global const float *a, __global const float *b, __global float *y) {
  const int i = get_global_id(0);
  __global const float *sources[2] = {a, b};
  float s = 0.0f;
  for (int k = 0; k < 2; ++k) s += sources[k][i];
  y[i] = s;
}
__kernel void private_stack(__global const float *restrict a, __global float *restrict y, int n) {
  float stack[16] = {0};
  const int i = get_global_id(0);
  for (int k = 0; k < n; ++k) stack[k & 15] += a[i * n + k];
  float s = 0.0f;
  for (int k = 15; k >= 0; --k) s = s * 0.5f + stack[k];
  y[i] = s;
}
__kernel void add_float_atomically(volatile __global uint *sum, __global const float *restrict a) {
  uint old, next;
  do {
    old = *sum;
    next = as_uint(as_float(old) + a[get_global_id(0)]);
  } while (atomic_cmpxchg(sum, old, next) != old);
}
__kernel void prefetches(__global const float *restrict a, __global float *restrict y, int n) {
  const int i = get_global_id(0);
  prefetch(a + i * n, (size_t)n);
  float s = 0.0f;
  for (int k = 0; k < n; ++k) s = mad(a[i * n + k], 0.5f, s);
  y[i] = s;
}
__kernel void int_pairs(__global const float2 *restrict a, __global float2 *restrict y, int2 size) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  y[at.y * 32 + at.x] = a[at.x * 32 + at.y].yx;
}
__kernel void volatile_twice(volatile __global float *a, __global float *y) {
  const int i = get_global_id(0);
  y[i] = a[i] + a[i];
}
__kernel void ragged_tiles(__global const float *restrict a, __global float *restrict y, int w, int h) {
  __local float tile[8][9];
  const int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * 8 + lx, z = get_group_id(1) * 8 + ly;
  if (x < w && z < h) tile[ly][lx] = a[z * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 8 + lx;
  z = get_group_id(0) * 8 + ly;
  if (x < h && z < w) y[z * h + x] = tile[lx][ly];
}
__kernel void block_of_four(__global const float4 *restrict a, __global float *restrict y, int n4) {
  const int i = get_global_id(0);
  float4 s = 0.0f;
  for (int k = 0; k < n4; ++k) {
    const float4 v = a[i * n4 + k];
    s.lo += v.even;
    s.hi = fmax(s.hi, v.odd);
    s.s0 += dot(v, v);
  }
  y[i] = s.x + s.y + s.z + s.w;
}
__constant int kOrder[4] = {3, 0, 2, 1};
// Addresses from a table of constants and from a private one.
__kernel void tables_of_indices(__global const float *restrict a, __global float *restrict y, int n) {
  const int g = get_global_id(0);
  int squares[5] = {0}, later[4] = {2, 0, 1, 3};
  for (int k = 1; k < 5; ++k) squares[k] = k * k;
  float s = 0.0f;
  for (int k = 0; k < 4; ++k) s += a[g * 20 + squares[kOrder[k] + 1]] * a[n + later[k]];
  y[g] = s;
}
__kernel void second_results(__global float *restrict a, __global float *restrict b, __global int4 *restrict e) {
  const int i = get_global_id(0);
  float whole;
  b[i] = fract(a[i], &a[i + 64]) + sincos(a[i], &b[i + 64]) + modf(a[i], &whole);
  b[i] += frexp((float4)(a[i]), &e[i]).x + whole;
}
