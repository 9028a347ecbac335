// Camera raw: Malvar-He-Cutler demosaicing of an RGGB mosaic of 16-bit samples into 8-bit RGBA, a tile of the mosaic and
// its rim of two samples in local memory.
#define TW 16
#define TH 8
#define RIM 2

__kernel void malvar_demosaic(__global const ushort* restrict mosaic, __global uchar4* restrict rgba, int width, int height, int black, int shift)
{
  __local int t[TH + 2 * RIM][TW + 2 * RIM];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int ox = get_group_id(0) * TW - RIM, oy = get_group_id(1) * TH - RIM;

  for (int n = ly * TW + lx; n < (TW + 2 * RIM) * (TH + 2 * RIM); n += TW * TH) {
    const int r = n / (TW + 2 * RIM), c = n - r * (TW + 2 * RIM);
    // mirror at the border, so that the phase of the mosaic is kept
    int sx = ox + c, sy = oy + r;
    sx = sx < 0 ? -sx : sx;  sx = sx >= width  ? 2 * width  - 2 - sx : sx;
    sy = sy < 0 ? -sy : sy;  sy = sy >= height ? 2 * height - 2 - sy : sy;
    sx = clamp(sx, 0, width - 1);
    sy = clamp(sy, 0, height - 1);
    t[r][c] = (int)mosaic[sy * width + sx] - black;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int gx = get_global_id(0), gy = get_global_id(1);
  if (gx >= width || gy >= height) return;

  const int x = lx + RIM, y = ly + RIM;
  const int own = t[y][x];
  const int near_h = t[y][x - 1] + t[y][x + 1], near_v = t[y - 1][x] + t[y + 1][x];
  const int far_h = t[y][x - 2] + t[y][x + 2], far_v = t[y - 2][x] + t[y + 2][x];
  const int corners = t[y - 1][x - 1] + t[y - 1][x + 1] + t[y + 1][x - 1] + t[y + 1][x + 1];

  const int cross = (8 * own + 4 * (near_h + near_v) - 2 * (far_h + far_v)) / 16;
  const int along = (10 * own + 8 * near_h - 2 * far_h - 2 * corners + far_v) / 16;
  const int athwart = (10 * own + 8 * near_v - 2 * far_v - 2 * corners + far_h) / 16;
  const int opposite = (12 * own + 4 * corners - 3 * (far_h + far_v)) / 16;

  int3 rgb;
  switch ((gy & 1) * 2 + (gx & 1)) {
    case 0:  rgb = (int3)(own, cross, opposite);   break;
    case 1:  rgb = (int3)(along, own, athwart);    break;
    case 2:  rgb = (int3)(athwart, own, along);    break;
    default: rgb = (int3)(opposite, cross, own);   break;
  }
  rgb = clamp(rgb >> shift, 0, 255);
  rgba[gy * width + gx] = (uchar4)((uchar)rgb.x, (uchar)rgb.y, (uchar)rgb.z, (uchar)255);
}
