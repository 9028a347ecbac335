// Graphics: compresses textures to BC1 (DXT1): a block of 4x4 pixels a work-item, end points from the inset bounding
// box of its colours, for each pixel the nearest of the four colours, 64 bits a block.

uint pack565(int4 c) { return (uint)((c.x >> 3) << 11 | (c.y >> 2) << 5 | c.z >> 3); }

int4 unpack565(uint c) {
  const int r = c >> 11 & 31, g = c >> 5 & 63, b = c & 31;
  return (int4)(r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2, 0);
}

uint far_off(int4 a, int4 b) {
  const uint4 d = abs_diff(a, b);
  return d.x + d.y + d.z;
}

kernel void bc1_encode(global const uchar4 *restrict image, global uint2 *restrict blocks, int width) {
  const int bx = get_global_id(0), by = get_global_id(1);
  uchar4 pixels[16];
  uchar4 low = (uchar4)(255), high = (uchar4)(0);
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    pixels[k] = image[(4 * by + k / 4) * width + 4 * bx + k % 4];
    low = min(low, pixels[k]);
    high = max(high, pixels[k]);
  }
  const uchar4 inset = (high - low) >> (uchar4)(4);
  const uint c0 = pack565(convert_int4(high - inset)), c1 = pack565(convert_int4(low + inset));
  const int4 p0 = unpack565(c0), p1 = unpack565(c1);
  const int4 p2 = (2 * p0 + p1) / 3, p3 = (p0 + 2 * p1) / 3;

  uint indices = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) {
    const int4 c = convert_int4(pixels[k]);
    const uint d0 = far_off(c, p0), d1 = far_off(c, p1), d2 = far_off(c, p2), d3 = far_off(c, p3);
    const uint b0 = d0 > d3, b1 = d1 > d2, b2 = d0 > d2, b3 = d1 > d3, b4 = d2 > d3;
    indices |= ((b0 & b4) | ((b1 & b2) | (b0 & b3)) << 1) << (2 * k);
  }
  blocks[by * (width / 4) + bx] = (uint2)(c0 | c1 << 16, indices);
}
