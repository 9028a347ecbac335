// Images (samples of vendors): a recursive Gaussian (second order, there and back) along the columns of four 8-bit
// channels, a column a work-item.
kernel void gauss_recursive(global const uchar4 *restrict in, global uchar4 *restrict out, int width, int height,
                            float a0, float a1, float a2, float a3, float b1, float b2, float first, float last) {
  const int x = get_global_id(0);
  if (x >= width) return;
  float4 before = convert_float4(in[x]), y1 = before * first, y2 = y1;
  for (int y = 0; y < height; ++y) {
    const float4 now = convert_float4(in[y * width + x]), y0 = a0 * now + a1 * before - b1 * y1 - b2 * y2;
    out[y * width + x] = convert_uchar4_sat(y0);
    before = now;
    y2 = y1;
    y1 = y0;
  }
  float4 x1 = convert_float4(in[(height - 1) * width + x]), x2 = x1;
  y1 = x1 * last;
  y2 = y1;
  for (int y = height - 1; y >= 0; --y) {
    const float4 y0 = a2 * x1 + a3 * x2 - b1 * y1 - b2 * y2;
    x2 = x1;
    x1 = convert_float4(in[y * width + x]);
    y2 = y1;
    y1 = y0;
    out[y * width + x] = convert_uchar4_sat(convert_float4(out[y * width + x]) + y0);
  }
}
