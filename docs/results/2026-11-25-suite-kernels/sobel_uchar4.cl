// Images (samples of vendors): the gradient after Sobel of four 8-bit channels, hypot and a saturating conversion.
kernel void sobel_uchar4(global const uchar4 *restrict in, global uchar4 *restrict out) {
  const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
  const int at = y * width + x;
  if (x < 1 || x >= width - 1 || y < 1 || y >= height - 1) return;
  const float4 i00 = convert_float4(in[at - width - 1]), i10 = convert_float4(in[at - width]),
               i20 = convert_float4(in[at - width + 1]), i01 = convert_float4(in[at - 1]),
               i21 = convert_float4(in[at + 1]), i02 = convert_float4(in[at + width - 1]),
               i12 = convert_float4(in[at + width]), i22 = convert_float4(in[at + width + 1]);
  const float4 gx = i20 - i00 + 2.0f * (i21 - i01) + i22 - i02, gy = i02 - i00 + 2.0f * (i12 - i10) + i22 - i20;
  out[at] = convert_uchar4_sat(hypot(gx, gy) * 0.5f);
}
