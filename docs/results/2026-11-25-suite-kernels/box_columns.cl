// Images (samples of vendors): a box filter of any radius along the columns, running sums, a column of four 8-bit
// channels a work-item.
kernel void box_columns(global const uchar4 *restrict in, global uchar4 *restrict out, int width, int height,
                        int radius) {
  const int x = get_global_id(0);
  if (x >= width) return;
  const float share = 1.0f / (2 * radius + 1);
  uint4 sum = convert_uint4(in[x]) * (uint)(radius + 1);
  for (int y = 1; y <= radius; ++y) sum += convert_uint4(in[min(y, height - 1) * width + x]);
  for (int y = 0; y < height; ++y) {
    out[y * width + x] = convert_uchar4_sat_rte(convert_float4(sum) * share);
    sum += convert_uint4(in[min(y + radius + 1, height - 1) * width + x]);
    sum -= convert_uint4(in[max(y - radius, 0) * width + x]);
  }
}
