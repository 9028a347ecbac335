// Colour transform of an RGBA image: curves, a three-dimensional table read by
// tetrahedral interpolation in fixed point, alpha kept.
#define FRACTION 14

__kernel void lut3d_tetra(__global const uchar4 *image, __global const uint *curves,   // 3 x 256
                          __global const short4 *table, const int grid,
                          const int width, const int height, const int pitch,
                          __global uchar4 *result)
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const uchar4 px = image[y * pitch + x];
  const int3 at = (int3)(curves[px.x], curves[256 + px.y], curves[512 + px.z]);
  const int3 cell = at >> FRACTION;
  const int3 f = at & ((1 << FRACTION) - 1);

  // steps of zero at the last plane, where the fraction is zero too
  const int dx = cell.x < grid - 1 ? grid * grid : 0;
  const int dy = cell.y < grid - 1 ? grid : 0;
  const int dz = cell.z < grid - 1 ? 1 : 0;
  __global const short4 *t = table + (cell.x * grid + cell.y) * grid + cell.z;

  const int4 c0 = convert_int4(t[0]), c7 = convert_int4(t[dx + dy + dz]);
  int4 c1, c2, c3;
  if (f.x >= f.y) {
    if (f.y >= f.z) {                    // x y z
      const int4 a = convert_int4(t[dx]), b = convert_int4(t[dx + dy]);
      c1 = a - c0, c2 = b - a, c3 = c7 - b;
    } else if (f.x >= f.z) {             // x z y
      const int4 a = convert_int4(t[dx]), b = convert_int4(t[dx + dz]);
      c1 = a - c0, c3 = b - a, c2 = c7 - b;
    } else {                             // z x y
      const int4 a = convert_int4(t[dz]), b = convert_int4(t[dz + dx]);
      c3 = a - c0, c1 = b - a, c2 = c7 - b;
    }
  } else {
    if (f.x >= f.z) {                    // y x z
      const int4 a = convert_int4(t[dy]), b = convert_int4(t[dy + dx]);
      c2 = a - c0, c1 = b - a, c3 = c7 - b;
    } else if (f.y >= f.z) {             // y z x
      const int4 a = convert_int4(t[dy]), b = convert_int4(t[dy + dz]);
      c2 = a - c0, c3 = b - a, c1 = c7 - b;
    } else {                             // z y x
      const int4 a = convert_int4(t[dz]), b = convert_int4(t[dz + dy]);
      c3 = a - c0, c2 = b - a, c1 = c7 - b;
    }
  }
  const int4 rest = c1 * f.x + c2 * f.y + c3 * f.z;
  const int4 v = c0 + ((rest + (1 << (FRACTION - 1))) >> FRACTION);
  uchar4 out = convert_uchar4_sat((v + 64) >> 7);
  out.w = px.w;
  result[y * pitch + x] = out;
}
