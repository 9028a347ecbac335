// One level of the two-dimensional CDF 9/7 wavelet by lifting (JPEG 2000, lossy),
// a tile with its margin in local memory.  z: image components.
#define TILE_W 32
#define TILE_H 24
#define MARGIN 4
#define W (TILE_W + 2 * MARGIN)
#define H (TILE_H + 2 * MARGIN)
#define ALPHA (-1.586134342f)
#define BETA (-0.052980118f)
#define GAMMA 0.882911076f
#define DELTA 0.443506852f
#define KAPPA 1.230174105f

inline int mirror(int k, int n)
{
  k = k < 0 ? -k : k;
  return k >= n ? 2 * (n - 1) - k : k;
}

// samples first, first + 2, .. below the end, each from its two neighbours
#define LIFT_ROWS(first, factor)                                       \
  for (int t = me; t < H * ((W - 2 * (first) + 1) / 2); t += team) {   \
    const int y = t % H, x = (first) + 2 * (t / H);                    \
    px[y][x] += (factor) * (px[y][x - 1] + px[y][x + 1]);              \
  }                                                                    \
  barrier(CLK_LOCAL_MEM_FENCE);

#define LIFT_COLUMNS(first, factor)                                    \
  for (int t = me; t < TILE_W * ((H - 2 * (first) + 1) / 2); t += team) { \
    const int x = MARGIN + t % TILE_W, y = (first) + 2 * (t / TILE_W); \
    px[y][x] += (factor) * (px[y - 1][x] + px[y + 1][x]);              \
  }                                                                    \
  barrier(CLK_LOCAL_MEM_FENCE);

__kernel void dwt97(__global const short *image, const int width, const int height,
                    const float offset, __global float *bands)
{
  __local float px[H][W + 1];
  const int team = get_local_size(0) * get_local_size(1);
  const int me = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int x0 = get_group_id(0) * TILE_W, y0 = get_group_id(1) * TILE_H;
  const size_t plane = get_global_id(2) * (size_t)width * height;

  for (int y = get_local_id(1); y < H; y += get_local_size(1))
    for (int x = get_local_id(0); x < W; x += get_local_size(0)) {
      const int sx = mirror(x0 + x - MARGIN, width), sy = mirror(y0 + y - MARGIN, height);
      px[y][x] = (float)image[plane + (size_t)sy * width + sx] - offset;
    }
  barrier(CLK_LOCAL_MEM_FENCE);

  LIFT_ROWS(1, ALPHA)
  LIFT_ROWS(2, BETA)
  LIFT_ROWS(3, GAMMA)
  LIFT_ROWS(4, DELTA)
  LIFT_COLUMNS(1, ALPHA)
  LIFT_COLUMNS(2, BETA)
  LIFT_COLUMNS(3, GAMMA)
  LIFT_COLUMNS(4, DELTA)

  const int low_w = (width + 1) / 2, low_h = (height + 1) / 2;
  for (int y = get_local_id(1); y < TILE_H; y += get_local_size(1))
    for (int x = get_local_id(0); x < TILE_W; x += get_local_size(0)) {
      const int ix = x0 + x, iy = y0 + y;
      if (ix >= width || iy >= height)
        continue;
      const float sx = ix & 1 ? KAPPA : 1.0f / KAPPA, sy = iy & 1 ? KAPPA : 1.0f / KAPPA;
      const int ox = (ix & 1) * low_w + ix / 2, oy = (iy & 1) * low_h + iy / 2;
      bands[plane + (size_t)oy * width + ox] = px[y + MARGIN][x + MARGIN] * sx * sy;
    }
}
