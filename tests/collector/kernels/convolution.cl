__constant float taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__kernel void convolve_1d(__global const float *restrict in, __constant float *mask, __global float *restrict out, int n, int width) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const int start = i - width / 2;
  float s = 0.0f;
  for (int k = 0; k < width; ++k)
    if (start + k >= 0 && start + k < n) s += in[start + k] * mask[k];
  out[i] = s;
}
#define W 16
#define H 4
#define RADIUS 2
// Separable filter, rows: a tile with two halos in local memory.
__kernel __attribute__((reqd_work_group_size(W, H, 1)))
void convolve_rows(__global const float *restrict in, __global float *restrict out, int pitch) {
  __local float t[H][W + 2 * RADIUS];
  const int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  __global const float *row = in + y * pitch;
  t[ly][lx + RADIUS] = row[x];
  if (lx < RADIUS) t[ly][lx] = x >= RADIUS ? row[x - RADIUS] : 0.0f;
  if (lx >= W - RADIUS) t[ly][lx + 2 * RADIUS] = x + RADIUS < (int)get_global_size(0) ? row[x + RADIUS] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; ++k) s += t[ly][lx + RADIUS + k] * taps[k + RADIUS];
  out[y * pitch + x] = s;
}
__kernel void convolve_cols_clamped(__global const float *restrict in, __global float *restrict out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  float s = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; ++k) s += in[clamp(y + k, 0, h - 1) * w + x] * taps[k + RADIUS];
  out[y * w + x] = s;
}
// Direct 2-D, valid region only, filter side as argument.
__kernel void convolve_2d(__global const float *restrict in, __global const float *restrict filter, __global float *restrict out,
                          int w, int h, int side) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x + side > w || y + side > h) return;
  float s = 0.0f;
  for (int v = 0; v < side; ++v)
    for (int u = 0; u < side; ++u) s += in[(y + v) * w + x + u] * filter[v * side + u];
  out[y * (w - side + 1) + x] = s;
}
// A layer of a network: channels in and out, 3x3, stride 2.
__kernel void convolve_layer(__global const float *restrict in, __global const float *restrict weight, __global const float *restrict bias,
                             __global float *restrict out, int channels, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1), f = get_global_id(2);
  const int ow = get_global_size(0), oh = get_global_size(1);
  float s = bias[f];
  for (int c = 0; c < channels; ++c)
    for (int v = 0; v < 3; ++v)
      for (int u = 0; u < 3; ++u)
        s += in[(c * h + 2 * y + v) * w + 2 * x + u] * weight[((f * channels + c) * 3 + v) * 3 + u];
  out[(f * oh + y) * ow + x] = fmax(s, 0.0f);
}
