// Camera pipeline: bilinear demosaicing of a raw image with the pattern RGGB, a quad of 2x2 pixels a work-item;
// 16-bit values in, uchar4 out, edges mirrored so that the pattern goes on.

int level(global const ushort *raw, int at, int black) { return max((int)raw[at] - black, 0); }

uchar4 pixel(int r, int g, int b, int shift) {
  return convert_uchar4_sat((int4)(r >> shift, g >> shift, b >> shift, 255));
}

kernel void bayer_demosaic(global const ushort *restrict raw, global uchar4 *restrict rgba, int width, int height,
                           int black, int shift) {
  const int x = 2 * get_global_id(0), y = 2 * get_global_id(1);
  const int xs[4] = {x == 0 ? 1 : x - 1, x, x + 1, x + 2 == width ? x : x + 2};
  const int ys[4] = {y == 0 ? 1 : y - 1, y, y + 1, y + 2 == height ? y : y + 2};
  int v[4][4];
#pragma unroll
  for (int j = 0; j < 4; ++j)
#pragma unroll
    for (int i = 0; i < 4; ++i) v[j][i] = level(raw, ys[j] * width + xs[i], black);

  const int top = y * width + x, bottom = top + width;
  rgba[top] = pixel(v[1][1], (v[0][1] + v[1][0] + v[1][2] + v[2][1]) / 4,
                    (v[0][0] + v[0][2] + v[2][0] + v[2][2]) / 4, shift);
  rgba[top + 1] = pixel((v[1][1] + v[1][3]) / 2, v[1][2], (v[0][2] + v[2][2]) / 2, shift);
  rgba[bottom] = pixel((v[1][1] + v[3][1]) / 2, v[2][1], (v[2][0] + v[2][2]) / 2, shift);
  rgba[bottom + 1] = pixel((v[1][1] + v[1][3] + v[3][1] + v[3][3]) / 4,
                           (v[1][2] + v[2][1] + v[2][3] + v[3][2]) / 4, v[2][2], shift);
}
