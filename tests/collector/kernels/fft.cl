// One stage of a decimation-in-time radix-2 FFT; `half` is the half length of the butterflies.
__kernel void fft_radix2_stage(__global float2 *data, int half_length) {
  const int t = get_global_id(0);
  const int j = t % half_length, block = t / half_length;
  const int lo = block * 2 * half_length + j, hi = lo + half_length;
  const float angle = -M_PI_F * j / half_length;
  const float2 w = (float2)(native_cos(angle), native_sin(angle));
  const float2 a = data[lo], b = data[hi];
  const float2 bw = (float2)(b.x * w.x - b.y * w.y, b.x * w.y + b.y * w.x);
  data[lo] = a + bw;
  data[hi] = a - bw;
}
float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float2 twiddle(float2 a, int k, float alpha) {
  float c, s = sincos(k * alpha, &c);
  return cmul(a, (float2)(c, s));
}
// Stockham radix-4: p is the length of the transforms done so far, t the number of work-items.
__kernel void fft_radix4(__global const float2 *restrict x, __global float2 *restrict y, int p) {
  const int t = get_global_size(0);
  const int i = get_global_id(0);
  const int k = i & (p - 1);
  const int j = ((i - k) << 2) + k;
  const float alpha = -M_PI_F * (float)k / (float)(2 * p);
  const float2 u0 = x[i];
  const float2 u1 = twiddle(x[i + t], 1, alpha);
  const float2 u2 = twiddle(x[i + 2 * t], 2, alpha);
  const float2 u3 = twiddle(x[i + 3 * t], 3, alpha);
  const float2 v0 = u0 + u2, v1 = u0 - u2, v2 = u1 + u3, d = u1 - u3;
  const float2 v3 = (float2)(d.y, -d.x);
  y[j] = v0 + v2;
  y[j + p] = v1 + v3;
  y[j + 2 * p] = v0 - v2;
  y[j + 3 * p] = v1 - v3;
}
// All stages in local memory, a power-of-two length fixed at build time.
#ifndef LENGTH
#define LENGTH 32
#endif
__kernel __attribute__((reqd_work_group_size(LENGTH / 2, 1, 1)))
void fft_local(__global float2 *data) {
  __local float2 t[LENGTH];
  const int l = get_local_id(0), base = get_group_id(0) * LENGTH;
  t[l] = data[base + l];
  t[l + LENGTH / 2] = data[base + l + LENGTH / 2];
  for (int half_length = 1; half_length < LENGTH; half_length *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int j = l & (half_length - 1), lo = 2 * (l - j) + j;
    const float2 a = t[lo], b = twiddle(t[lo + half_length], j, -M_PI_F / half_length);
    t[lo] = a + b;
    t[lo + half_length] = a - b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + l] = t[l];
  data[base + l + LENGTH / 2] = t[l + LENGTH / 2];
}
