// Quantised neural networks (MobileNet): depthwise 3x3 convolution of 8-bit images, four channels a work-item, with
// requantisation; channels are the fastest dimension, and the input has a border of one pixel.

kernel void dwconv_q8(global const char4 *restrict in, global const char4 *restrict weights,
                      global const int4 *restrict bias, global const int4 *restrict multiplier,
                      global char4 *restrict out, int quads, int width, int shift, int zero) {
  const int q = get_global_id(0), x = get_global_id(1), y = get_global_id(2);
  int4 sum = bias[q];
#pragma unroll
  for (int ky = 0; ky < 3; ++ky)
#pragma unroll
    for (int kx = 0; kx < 3; ++kx)
      sum += convert_int4(in[((y + ky) * (width + 2) + x + kx) * quads + q]) *
             convert_int4(weights[(ky * 3 + kx) * quads + q]);
  const int4 scaled = mul_hi(sum << 8, multiplier[q]);
  const int4 rounded = ((scaled + (1 << (shift - 1))) >> shift) + zero;
  out[(y * width + x) * quads + q] = convert_char4(clamp(rounded, -128, 127));
}
