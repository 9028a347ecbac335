// Hand-written to break counters: what people write when nobody looks.
#define IDX(y, x, ld) ((y) * (ld) + (x))
#define CLAMP_TO(v, n) ((v) < 0 ? 0 : ((v) >= (n) ? (n) - 1 : (v)))
#ifndef UF
#define UF 4
#endif
typedef union { float f; uint u; uchar4 c; } Bits;
typedef struct { int rows, cols; float scale; int2 at; } Shape;
__constant int kDx[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
__constant int kDy[8] = {-1, -1, -1, 0, 0, 1, 1, 1};

__kernel void union_bits(__global const uint *restrict in, __global uchar4 *restrict out, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    Bits b;
    b.u = in[i];
    b.f = fabs(b.f) + as_float(as_uint(b.f) & 0x7fffffffu);
    out[i] = b.c;
  }
}
__kernel void shape_by_value(Shape s, __global const float *restrict a, __global float *restrict b) {
  const int x = get_global_id(0);
  float sum = 0.0f;
  for (int y = 0; y < s.rows; ++y) sum += a[y * s.cols + x] * s.scale;
  b[x + s.at.y] = sum;
}
__kernel void with_offset(__global const float *restrict a, __global float *restrict b, int n) {
  const size_t i = get_global_id(0) - get_global_offset(0);
  if (i + 1 < (size_t)n) b[i] = a[i + 1] - a[i];
}
__kernel void halo_tile(__global const float *restrict in, __global float *restrict out, __local float *tile, int w, int h, int r) {
  const int lx = get_local_id(0), ly = get_local_id(1), LX = get_local_size(0), LY = get_local_size(1);
  const int x0 = get_group_id(0) * LX - r, y0 = get_group_id(1) * LY - r, tw = LX + 2 * r;
  for (int y = ly; y < LY + 2 * r; y += LY)
    for (int x = lx; x < tw; x += LX) {
      const int gx = x0 + x, gy = y0 + y;
      tile[y * tw + x] = (gx >= 0 && gy >= 0 && gx < w && gy < h) ? in[IDX(gy, gx, w)] : 0.0f;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  float s = 0.0f;
  for (int v = 0; v <= 2 * r; ++v)
    for (int u = 0; u <= 2 * r; ++u) s += tile[(ly + v) * tw + lx + u];
  out[IDX(y, x, w)] = s;
}
__kernel void do_while_halves(__global const float *restrict in, __global float *restrict out, __local float *t) {
  const uint l = get_local_id(0);
  uint s = get_local_size(0);
  t[l] = in[get_global_id(0)];
  do {
    s >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) t[l] += t[l + s];
  } while (s > 1);
  if (!l) out[get_group_id(0)] = t[0];
}
__kernel void from_both_ends(__global float *restrict a, int n) {
  const int row = get_global_id(0);
  for (int i = 0, j = n - 1; i < j; ++i, --j) {
    const float t = a[row * n + i];
    a[row * n + i] = a[row * n + j], a[row * n + j] = t;
  }
}
__kernel void pointer_to_end(__global const float *a, __global float *b, int n) {
  float s = 0.0f;
  int k = 0;
  for (__global const float *p = a + get_global_id(0), *end = a + n; p < end; p += get_global_size(0), ++k) s += *p * k;
  b[get_global_id(0)] = s;
}
__kernel void falls_through(__global const float *a, __global float *b, int n) {
  const int i = get_global_id(0);
  float s = 0.0f;
  switch (i & 3) {
    case 3: s += a[i + 3];
    case 2: s += a[i + 2]; break;
    case 1: s -= a[i + 1];
    default: s *= 2.0f;
    case 17: s += a[i];
  }
  if (i < n) b[i] = s;
}
__kernel void vectors_by_number(__global const float *a, __global float *b, __global const short *c, int n) {
  const int g = get_global_id(0);
  float4 s = 0.0f;
  for (int k = 0; k < n; ++k) {
    s += vload4(k * get_global_size(0) + g, a);
    s.xy += convert_float2(vload2(k, c + 2 * g));
  }
  vstore4(s, g, b);
  vstore3(s.zyx, g, b + 4 * get_global_size(0));
}
void slice_of(int n, int parts, int part, int *begin, int *end) {
  const int each = (n + parts - 1) / parts;
  *begin = part * each;
  *end = min(*begin + each, n);
}
__kernel void slices(__global const float *a, __global float *b, int n) {
  int begin, end;
  slice_of(n, (int)get_global_size(0), (int)get_global_id(0), &begin, &end);
  float s = 0.0f;
  while (begin < end) s += a[begin++];
  b[get_global_id(0)] = s;
}
__kernel void barrier_in_if(__global float *a, __local float *t, int passes, int mode) {
  const int l = get_local_id(0), g = get_global_id(0);
  t[l] = a[g];
  for (int p = 0; p < passes; ++p) {
    if (mode == 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      t[l] += t[get_local_size(0) - 1 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
    } else if (p % 2) {
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
  }
  a[g] = t[l];
}
__kernel void mul24_index(__global const float *a, __global float *b, int w, int h) {
  const int x = mad24((int)get_group_id(0), (int)get_local_size(0), (int)get_local_id(0));
  const int y = mul24((int)get_group_id(1), (int)get_local_size(1)) + (int)get_local_id(1);
  if (x < w && y < h) b[mad24(y, w, x)] = a[mad24(x, h, y)];
}
__kernel void backwards(__global float *a, long n) {
  const long row = (long)get_global_id(0) * n;
  for (long i = n - 1; i >= 0; i -= 3) a[row + i] *= 2.0f;
  for (size_t i = (size_t)n; i-- > 0;) a[row + i] += 1.0f;
}
__kernel void narrow_counters(__global float *a) {
  const uchar g = (uchar)get_global_id(0);
  for (uchar c = 0; c < 200; c += 7) a[g * 200 + c] += 1.0f;
  for (short s = 40; s > -40; s -= (short)3) a[g * 200 + 100 + s] += 2.0f;
  for (ushort u = 1; u < 300; u <<= 1) a[u] += 3.0f;
}
__kernel void histogram_privatised(__global const uchar4 *restrict px, __global uint *restrict bins, int n) {
  __local uint h[256];
  for (int i = get_local_id(0); i < 256; i += get_local_size(0)) h[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    const uchar4 p = px[i];
    atomic_inc(&h[p.x]);
    atomic_add(&h[(p.y + p.z) >> 1], 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    if (h[i]) atomic_add(&bins[i], h[i]);
}
__kernel void spins_not(volatile __global int *restrict flag, __global const int *restrict a, int n) {
  const int i = get_global_id(0);
  flag[i] = 0;
  for (int k = 0; k < n; ++k) flag[i] += a[k] + flag[i];
}
__kernel void tail_after_return(__global const float *restrict a, __global float *restrict b, int w, int h, int d) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= w || y >= h) return;
  if (z >= d) return;
  float s = 0.0f;
  for (int k = 0; k < 8; ++k) {
    const int xx = CLAMP_TO(x + kDx[k], w), yy = CLAMP_TO(y + kDy[k], h);
    s += a[(z * h + yy) * w + xx];
  }
  b[(z * h + y) * w + x] = s;
}
__kernel void unrolled(__global const float *restrict a, __global float *restrict b, int n) {
  const int g = get_global_id(0);
  float s[UF];
#pragma unroll
  for (int u = 0; u < UF; ++u) s[u] = 0.0f;
  int i = 0;
  for (; i + UF <= n; i += UF) {
#pragma unroll UF
    for (int u = 0; u < UF; ++u) s[u] = mad(a[i + u], s[u], 1.0f);
  }
  for (; i < n; ++i) s[0] += a[i];
  for (int u = UF - 1; u > 0; --u) s[u - 1] += s[u];
  b[g] = s[0];
}
float at_clamped(__global const float *a, int i, int n) { return a[select(i, n - 1, i > n - 1)]; }
float pair(__global const float *a, int i, int n) { return at_clamped(a, i, n) + at_clamped(a, i + 1, n); }
float quad(__global const float *a, int i, int n) { return pair(a, i, n) * pair(a, i + 2, n); }
__kernel void nested_helpers(__global const float *a, __global float *b, int n) {
  const int i = get_global_id(0);
  b[i] = i < n ? quad(a, i, n) : 0.0f;
}
__kernel void odd_or_stop(__global const float *a, __global float *b, int n, int m) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i) {
    if (i & 1) continue;
    if (i > m) break;
    s += a[i];
  }
  b[get_global_id(0)] = s;
}
__kernel void forever_until(__global const float *a, __global float *b, uint n) {
  uint k = get_global_id(0) % 5;
  float s = 0.0f;
  for (;;) {
    if (k >= n) break;
    s += a[k];
    k += 2;
  }
  b[get_global_id(0)] = s;
}
__kernel void ring(__global const float *a, __global float *b, int n) {
  float r[3] = {a[0], a[1], a[2]};
  const int g = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    b[g * n + k] = r[k % 3] + r[(k + 1) % 3];
    r[k % 3] = a[k + 3];
  }
}
__kernel void tetrahedron(__global float *a, int n) {
  const int i = get_global_id(0);
  for (int j = 0; j <= i && j < n; ++j)
    for (int k = j + 1; k < n; k += 2)
      if ((k + i) % 3 != 0) a[(i * n + j) * n + k] += 1.0f;
}
__kernel void signs_mixed(__global const float *a, __global float *b, uint n, int shift) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i) s += a[i + shift];
  for (unsigned short q = 0; q < (n & 63); q++) s -= a[q];
  b[get_global_id(0)] = s;
}
__kernel void doubling(__global float *a, __local float *t) {
  const int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  for (int s = 1; s < get_local_size(0); s *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % (2 * s) == 0) t[l] += t[l + s];
  }
  if (l == 0) a[get_group_id(0)] = t[0];
}
__kernel void block_cyclic(__global const float *a, __global float *b, int blocks, int ld) {
  const int g = get_global_id(0), B = 4;
  for (int k = 0; k < blocks; ++k) b[g + k * (int)get_global_size(0)] = a[(g / B) * ld + k * B + g % B];
}
__kernel void anti_diagonals(__global float *a, int n) {
  const int l = get_local_id(0);
  for (int d = 0; d < 2 * n - 1; ++d) {
    const int first = max(0, d - n + 1), last = min(d, n - 1);
    for (int i = first + l; i <= last; i += get_local_size(0)) a[i * n + (d - i)] += 1.0f;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
__kernel void lanes_written(__global float4 *a, __global const float3 *b, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    a[i].xz = b[i].yz;
    a[i].s3 += b[i].x;
  }
}
__kernel void last_group_first(__global const float *a, __global float *b, int tiles) {
  const int group = get_num_groups(0) - 1 - get_group_id(0), l = get_local_id(0), L = get_local_size(0);
  for (int tile = group; tile < tiles; tile += get_num_groups(0)) b[tile * L + l] = a[tile * L + (L - 1 - l)];
}
__kernel void rows_of_sixteen(__global const float (*restrict a)[16], __global float (*restrict b)[17], int n) {
  const int y = get_global_id(0);
  if (y < n)
    for (int x = 0; x < 16; ++x) b[y][x + 1] = a[y][15 - x];
}
__kernel void wrapped(__global const float *a, __global float *b, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  float s = 0.0f;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) s += a[((y + dy + h) % h) * w + (x + dx + w) % w];
  b[y * w + x] = s;
}
__kernel void bound_by_choice(__global const float *a, __global float *b, int n, int m, int which) {
  const int limit = which ? n : m;
  const bool inside = get_global_id(0) < limit;
  bool more = inside;
  float s = 0.0f;
  for (int i = 0; more && i < limit; ++i) s += a[i];
  if (inside && !which) b[get_global_id(0)] = s;
  else if (which == 1) b[get_global_id(0) + m] = s;
  else b[0] = s;
}
__kernel void copies_of_a_square(__global const int2 *restrict in, __global int2 *restrict out, __local int2 *t, int n) {
  event_t e = 0;
  for (int row = 0; row < n; ++row) {
    e = async_work_group_copy(t, in + row * n, (size_t)n, e);
    wait_group_events(1, &e);
    e = async_work_group_strided_copy(out + row, t, (size_t)n, (size_t)n, 0);
    wait_group_events(1, &e);
  }
}
__kernel void second_results_stored(__global const float *restrict a, __global float *restrict b, __global int *restrict e, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float whole;
  b[i] = modf(a[i], &whole) + sincos(whole, &b[i + n]) + frexp(a[i + 1], &e[i]);
}
__kernel void halves_in_vectors(__global half *restrict h, int n) {
  const int i = get_global_id(0);
  if (i < n) vstorea_half4_rte(vloada_half4(i, h) + vload_half4(i + n, h) * vload_half(i, h), i, h + 8 * n);
}
// CLBlast's way: everything a macro.
#define MWG 16
#define KWG 8
#define MDIM 8
#define VW 2
#define MWI (MWG / MDIM)
#define DECLARE(T, name, count) T name[count]
#define LOAD(dst, ptr, at) { dst = ptr[at]; }
__kernel __attribute__((reqd_work_group_size(MDIM, MDIM, 1)))
void macro_gemm(const int kSizeM, const int kSizeK, __global const float2 *restrict agm, __global float *restrict cgm) {
  __local float2 alm[KWG * MWG / VW];
  const int tid = get_local_id(0) + MDIM * get_local_id(1);
  DECLARE(float, acc, MWI);
#pragma unroll
  for (int mi = 0; mi < MWI; ++mi) acc[mi] = 0.0f;
  for (int kwg = 0; kwg < kSizeK; kwg += KWG) {
#pragma unroll
    for (int t = tid; t < KWG * MWG / VW; t += MDIM * MDIM) {
      const int mg = t % (MWG / VW), kg = t / (MWG / VW);
      float2 v;
      LOAD(v, agm, (kwg + kg) * (kSizeM / VW) + (int)get_group_id(0) * (MWG / VW) + mg)
      alm[kg * (MWG / VW) + mg] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int pwi = 0; pwi < KWG; pwi += 2) {
#pragma unroll
      for (int p = 0; p < 2; ++p)
        for (int mi = 0; mi < MWI / VW; ++mi) {
          const float2 v = alm[(pwi + p) * (MWG / VW) + get_local_id(0) + mi * MDIM];
          acc[mi * VW] += v.x, acc[mi * VW + 1] += v.y;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int mi = 0; mi < MWI; ++mi) cgm[get_global_id(1) * kSizeM + get_group_id(0) * MWG + get_local_id(0) * MWI + mi] = acc[mi];
}
__constant sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__kernel void image_to_buffer(__read_only image2d_t in, __global uint4 *restrict out, int w, int h) {
  const int2 p = (int2)(get_global_id(0), get_global_id(1));
  if (p.x < w && p.y < h) out[p.y * w + p.x] = read_imageui(in, smp, p) + read_imageui(in, smp, p + (int2)(1, 0));
}
