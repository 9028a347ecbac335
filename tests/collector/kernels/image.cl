__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void blur_image(__read_only image2d_t in, __write_only image2d_t out, int radius) {
  const int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 s = (float4)(0.0f);
  for (int v = -radius; v <= radius; ++v)
    for (int u = -radius; u <= radius; ++u) s += read_imagef(in, nearest, p + (int2)(u, v));
  const float side = 2 * radius + 1;
  write_imagef(out, p, s / (side * side));
}
__kernel void sobel(__global const uchar *restrict in, __global uchar *restrict out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
  const int i = y * w + x;
  const int gx = in[i - w + 1] + 2 * in[i + 1] + in[i + w + 1] - in[i - w - 1] - 2 * in[i - 1] - in[i + w - 1];
  const int gy = in[i + w - 1] + 2 * in[i + w] + in[i + w + 1] - in[i - w - 1] - 2 * in[i - w] - in[i - w + 1];
  out[i] = convert_uchar_sat(sqrt((float)(gx * gx + gy * gy)));
}
__kernel void rgba_to_gray(__global const uchar4 *restrict in, __global uchar *restrict out, uint pixels) {
  const uint i = get_global_id(0);
  if (i < pixels) {
    const float4 c = convert_float4(in[i]);
    out[i] = convert_uchar_sat_rte(dot(c.xyz, (float3)(0.299f, 0.587f, 0.114f)));
  }
}
// 3x3 median by a sorting network on private values.
#define SORT2(a, b) { const float t = fmin(a, b); b = fmax(a, b); a = t; }
__kernel void median3(__global const float *restrict in, __global float *restrict out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  float v[9];
  int k = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int xx = min(max(x + dx, 0), w - 1), yy = min(max(y + dy, 0), h - 1);
      v[k++] = in[yy * w + xx];
    }
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j) SORT2(v[i], v[j]);
  out[y * w + x] = v[4];
}
