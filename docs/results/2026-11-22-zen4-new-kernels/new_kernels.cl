// Twelve kernels in the manner of Rodinia, Parboil, PolyBench, SHOC and AMD's samples, written anew;
// predicted before they were ever run.

// Rodinia's lavaMD: particles of a box against those of the boxes beside it, staged in local memory.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void lava(
    __global const float4* restrict particle, __global float4* restrict force, int boxes) {
  __local float4 other[64];
  int box = get_group_id(0), lane = get_local_id(0);
  float4 me = particle[box * 64 + lane];
  float4 sum = (float4)(0.0f);
  for (int step = -2; step <= 2; step++) {
    int beside = (box + step + boxes) % boxes;
    barrier(CLK_LOCAL_MEM_FENCE);
    other[lane] = particle[beside * 64 + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; j++) {
      float4 you = other[j];
      float dx = me.x - you.x, dy = me.y - you.y, dz = me.z - you.z;
      float v = exp(-0.5f * (dx * dx + dy * dy + dz * dz)) * you.w;
      sum.x += v * dx;
      sum.y += v * dy;
      sum.z += v * dz;
      sum.w += v;
    }
  }
  force[box * 64 + lane] = sum;
}

// Rodinia's kmeans: the nearest of k centres; features lie one after the other for all points.
__kernel void kmeans(__global const float* restrict feature, __global const float* restrict centre,
                     __global int* restrict nearest, int points, int centres, int features) {
  int p = get_global_id(0);
  if (p >= points) return;
  float best = MAXFLOAT;
  int at = 0;
  for (int c = 0; c < centres; c++) {
    float distance = 0.0f;
    for (int f = 0; f < features; f++) {
      float d = feature[f * points + p] - centre[c * features + f];
      distance += d * d;
    }
    at = distance < best ? c : at;
    best = fmin(distance, best);
  }
  nearest[p] = at;
}

// Parboil's mri-q: phases of k-space at a voxel.
__kernel void mri_q(__global const float4* restrict k, __global const float* restrict x,
                    __global float2* restrict q, int count) {
  int v = get_global_id(0);
  float here = x[v], re = 0.0f, im = 0.0f;
  for (int i = 0; i < count; i++) {
    float phase = 6.2831853f * (k[i].x * here + k[i].y);
    re += k[i].w * native_cos(phase);
    im += k[i].w * native_sin(phase);
  }
  q[v] = (float2)(re, im);
}

// Parboil's lbm in two dimensions: nine speeds, planes one after the other, pulled.
__kernel void lbm(__global const float* restrict from, __global float* restrict to, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  int plane = n * n, at = y * n + x;
  float c = from[at], e = from[plane + at - 1], w = from[2 * plane + at + 1];
  float s = from[3 * plane + at - n], t = from[4 * plane + at + n];
  float a = from[5 * plane + at - n - 1], b = from[6 * plane + at - n + 1];
  float d = from[7 * plane + at + n - 1], f = from[8 * plane + at + n + 1];
  float rho = c + e + w + s + t + a + b + d + f;
  float u = (e - w + a - b + d - f) / rho, v = (s - t + a + b - d - f) / rho;
  float k = 1.0f - 1.5f * (u * u + v * v), r = rho * 1.8f;
  to[at] = -0.8f * c + r * 0.4444444f * k;
  to[plane + at] = -0.8f * e + r * 0.1111111f * (k + 3.0f * u + 4.5f * u * u);
  to[2 * plane + at] = -0.8f * w + r * 0.1111111f * (k - 3.0f * u + 4.5f * u * u);
  to[3 * plane + at] = -0.8f * s + r * 0.1111111f * (k + 3.0f * v + 4.5f * v * v);
  to[4 * plane + at] = -0.8f * t + r * 0.1111111f * (k - 3.0f * v + 4.5f * v * v);
  float p = u + v, m = v - u;
  to[5 * plane + at] = -0.8f * a + r * 0.0277778f * (k + 3.0f * p + 4.5f * p * p);
  to[6 * plane + at] = -0.8f * b + r * 0.0277778f * (k + 3.0f * m + 4.5f * m * m);
  to[7 * plane + at] = -0.8f * d + r * 0.0277778f * (k - 3.0f * m + 4.5f * m * m);
  to[8 * plane + at] = -0.8f * f + r * 0.0277778f * (k - 3.0f * p + 4.5f * p * p);
}

// PolyBench's 3DCONV.
__kernel void conv3d(__global const float* restrict a, __global float* restrict b, int n, int depth) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  for (int z = 1; z < depth - 1; z++) {
    int at = (z * n + y) * n + x, slice = n * n;
    b[at] = 0.2f * a[at - slice - n - 1] + 0.5f * a[at - slice + 1] - 0.8f * a[at - slice + n] +
            0.3f * a[at - n - 1] + 0.6f * a[at] - 0.9f * a[at + n - 1] +
            0.4f * a[at + slice - n + 1] + 0.7f * a[at + slice] + 0.1f * a[at + slice + n + 1];
  }
}

// PolyBench's bicg: a column of the matrix against a vector; what comes of it scales another.
__kernel void bicg(__global const float* restrict a, __global const float* restrict r,
                   __global const float* restrict p, __global float* restrict s,
                   __global float* restrict q, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float column = 0.0f;
  for (int j = 0; j < n; j++) column += a[j * n + i] * r[j];
  s[i] = column;
  q[i] += column * p[i];
}

// AMD's recursive Gaussian: each work-item filters a column, forward only.
__kernel void recursive_gauss(__global const float* restrict in, __global float* restrict out,
                              int width, int height, float a0, float b1, float b2) {
  int x = get_global_id(0);
  if (x >= width) return;
  float y1 = 0.0f, y2 = 0.0f;
  for (int y = 0; y < height; y++) {
    float here = a0 * in[y * width + x] + b1 * y1 + b2 * y2;
    out[y * width + x] = here;
    y2 = y1;
    y1 = here;
  }
}

// AMD's DwtHaar1D: a group transforms 512 values, halving.
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void haar(
    __global const float* restrict in, __global float* restrict out) {
  __local float t[512];
  int l = get_local_id(0), base = get_group_id(0) * 512;
  t[l] = in[base + l];
  t[l + 256] = in[base + l + 256];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = 256; width > 0; width >>= 1) {
    float sum = 0.0f;
    if (l < width) {
      float a = t[2 * l], b = t[2 * l + 1];
      sum = (a + b) * 0.70710678f;
      out[base + width + l] = (a - b) * 0.70710678f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < width) t[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[base] = t[0];
}

// SHOC's fft: eight points a work-item, in registers, strided.
#define ADD(p, q) { float2 o = p; p = o + q; q = o - q; }
#define MINUS_I(p) { p = (float2)(p.y, -p.x); }
__kernel void fft8(__global const float2* restrict in, __global float2* restrict out, int n) {
  int i = get_global_id(0), s = n / 8;
  float2 a = in[i], b = in[i + s], c = in[i + 2 * s], d = in[i + 3 * s];
  float2 e = in[i + 4 * s], f = in[i + 5 * s], g = in[i + 6 * s], h = in[i + 7 * s];
  ADD(a, e) ADD(b, f) ADD(c, g) ADD(d, h)
  f = (float2)(f.x + f.y, f.y - f.x) * 0.70710678f;
  MINUS_I(g)
  h = (float2)(h.y - h.x, -h.x - h.y) * 0.70710678f;
  ADD(a, c) ADD(b, d) ADD(e, g) ADD(f, h)
  MINUS_I(d) MINUS_I(h)
  ADD(a, b) ADD(c, d) ADD(e, f) ADD(g, h)
  out[8 * i] = a; out[8 * i + 1] = e; out[8 * i + 2] = c; out[8 * i + 3] = g;
  out[8 * i + 4] = b; out[8 * i + 5] = f; out[8 * i + 6] = d; out[8 * i + 7] = h;
}

// Conway's game of life on bytes.
__kernel void life(__global const uchar* restrict from, __global uchar* restrict to, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  __global const uchar* at = from + y * n + x;
  int live = at[-n - 1] + at[-n] + at[-n + 1] + at[-1] + at[1] + at[n - 1] + at[n] + at[n + 1];
  to[y * n + x] = (live == 3) | ((live == 2) & at[0]);
}

// AMD's SobolQRNG: direction numbers by the bits of the index.
__kernel void sobol(__global const uint* restrict direction, __global float* restrict out, int n) {
  int i = get_global_id(0), dimension = get_global_id(1);
  uint value = 0;
  for (int bit = 0; bit < 32; bit++) {
    value ^= (((uint)i >> bit) & 1u) * direction[dimension * 32 + bit];
  }
  out[dimension * n + i] = (float)value * 2.3283064e-10f;
}

// PolyBench's doitgen: a small matrix product for each of many rows, kept in double.
__kernel void doitgen(__global const double* restrict a, __global const double* restrict c4,
                      __global double* restrict sum, int q, int p) {
  int col = get_global_id(0), row = get_global_id(1);
  double acc = 0.0;
  for (int s = 0; s < p; s++) acc = fma(a[row * p + s], c4[s * p + col], acc);
  sum[row * p + col] = acc;
}
