__kernel void black_scholes(__global const float *restrict s, __global const float *restrict k, __global const float *restrict t,
                            __global float *restrict call, float r, float v, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const float root = sqrt(t[i]);
  const float d1 = (log(s[i] / k[i]) + (r + 0.5f * v * v) * t[i]) / (v * root), d2 = d1 - v * root;
  call[i] = s[i] * 0.5f * erfc(-d1 * M_SQRT1_2_F) - k[i] * exp(-r * t[i]) * 0.5f * erfc(-d2 * M_SQRT1_2_F);
}
// A fixed number of iterations makes an escape-time fractal regular.
__kernel void mandelbrot_fixed(__global float *restrict out, float dx, int w, int iterations) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float cr = x * dx - 2.0f, ci = y * dx - 1.0f;
  float zr = 0.0f, zi = 0.0f;
  for (int k = 0; k < iterations; ++k) {
    const float t = zr * zr - zi * zi + cr;
    zi = fma(2.0f * zr, zi, ci);
    zr = t;
  }
  out[y * w + x] = zr;
}
__kernel void softmax_rows(__global const float *restrict x, __global float *restrict y, int n) {
  __global const float *in = x + get_global_id(0) * n;
  __global float *out = y + get_global_id(0) * n;
  float m = in[0];
  for (int i = 1; i < n; ++i) m = fmax(m, in[i]);
  float s = 0.0f;
  for (int i = 0; i < n; ++i) s += exp(in[i] - m);
  for (int i = 0; i < n; ++i) out[i] = exp(in[i] - m) / s;
}
// Linear congruential generator: integer arithmetic only, wraps by design.
__kernel void random_lcg(__global uint *restrict state, __global float *restrict out, int per_item) {
  const uint g = get_global_id(0);
  uint s = state[g];
  for (int i = 0; i < per_item; ++i) {
    s = s * 1664525u + 1013904223u;
    s ^= s >> 16;
    out[i * get_global_size(0) + g] = (s >> 8) * 0x1p-24f;
  }
  state[g] = s;
}
__kernel void attention_scores(__global const float *restrict q, __global const float *restrict k, __global float *restrict s, int tokens, int depth) {
  const int j = get_global_id(0), i = get_global_id(1), head = get_global_id(2);
  if (i >= tokens || j >= tokens || j > i) return;
  float acc = 0.0f;
  for (int d = 0; d < depth; ++d) acc += q[(head * tokens + i) * depth + d] * k[(head * tokens + j) * depth + d];
  s[(head * tokens + i) * tokens + j] = acc * rsqrt((float)depth);
}
__kernel void popcount_rows(__global const ulong *restrict bits, __global uint *restrict count, int words) {
  const int r = get_global_id(0);
  uint c = 0;
  for (int w = 0; w < words; ++w) c += popcount(bits[r * words + w] & (~0ul >> (w & 7)));
  count[r] = c;
}
__kernel void fences_and_atomics(__global int *flags, __global int *data, volatile __global int *lock, __local int *t) {
  const int l = get_local_id(0), g = get_global_id(0);
  t[l] = data[g];
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  flags[g] = atomic_max(lock, t[l]);
  atomic_xchg(&data[g], 1);
  atomic_cmpxchg(&lock[1], 0, g);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
