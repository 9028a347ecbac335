__kernel void swizzle(__global const float4 *restrict a, __global float4 *restrict b, __global float2 *restrict c) {
  const int i = get_global_id(0);
  const float4 v = a[i];
  b[i] = v.wzyx * v.s0123 + (float4)(v.xy, v.lo);
  c[i] = v.even - v.odd;
  b[i].w = 1.0f;
}
__kernel void vload_mix(__global const float *restrict a, __global float *restrict b, int n) {
  const int i = get_global_id(0);
  const float8 v = vload8(i, a);
  const float3 w = vload3(i, a + n);
  vstore2(v.s07 + w.xz, i, b);
  vstore16((float16)(v, v), i, b + n);
}
__kernel void convert_types(__global const char4 *restrict a, __global short4 *restrict b, __global float4 *restrict c, int n) {
  const int i = get_global_id(0);
  if (i < n) {
    b[i] = convert_short4(a[i]) << (short4)(2);
    c[i] = convert_float4(a[i]) / 127.0f;
  }
}
__kernel void vector_select(__global const int4 *restrict a, __global int4 *restrict b, int4 lo, int4 hi) {
  const size_t i = get_global_id(0);
  const int4 v = a[i];
  b[i] = select(clamp(v, lo, hi), -v, v < (int4)(0));
}
__kernel void matmul_float8(__global const float *restrict a, __global const float8 *restrict b, __global float8 *restrict c, int n8) {
  const int j = get_global_id(0), i = get_global_id(1);
  float8 acc = 0.0f;
  for (int k = 0; k < 8 * n8; ++k) acc = mad((float8)(a[i * 8 * n8 + k]), b[k * n8 + j], acc);
  c[i * n8 + j] = acc;
}
__kernel void geometry(__global const float3 *restrict p, __global float *restrict d, uint n) {
  const uint i = get_global_id(0);
  if (i + 1 < n) d[i] = distance(p[i], p[i + 1]) + length(cross(p[i], p[i + 1]));
}
// A vector element picked by the loop counter.
__kernel void lane_loop(__global const double4 *restrict a, __global double *restrict y) {
  const int i = get_global_id(0);
  double t[4];
  vstore4(a[i], 0, t);
  double s = 0;
  for (int k = 0; k < 4; ++k) s = s * 2.0 + t[k];
  y[i] = s;
}
