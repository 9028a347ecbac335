// Image processing: bilateral filter of a grey picture, weights by distance and by likeness, of a window whose radius
// the host chooses (up to 4); the tile and its halo in local memory, the picture's edge repeated.
#define SIDE 16
#define REACH 4
#define SPAN (SIDE + 2 * REACH)

kernel void bilateral_halo(global const float *restrict picture, global float *restrict smooth, int width, int height,
                           int radius, float per_space, float per_tone) {
  local float tile[SPAN][SPAN + 1];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = (int)get_group_id(0) * SIDE - radius, top = (int)get_group_id(1) * SIDE - radius;
  const int span = SIDE + 2 * radius;
  for (int y = ly; y < span; y += SIDE)
    for (int x = lx; x < span; x += SIDE)
      tile[y][x] = picture[clamp(top + y, 0, height - 1) * width + clamp(left + x, 0, width - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int gx = get_global_id(0), gy = get_global_id(1);
  if (gx >= width || gy >= height) return;
  const float centre = tile[ly + radius][lx + radius];
  float sum = 0.0f, weights = 0.0f;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const float there = tile[ly + radius + dy][lx + radius + dx];
      const float apart = there - centre;
      const float w = exp(-(float)(dx * dx + dy * dy) * per_space - apart * apart * per_tone);
      sum = fma(w, there, sum);
      weights += w;
    }
  smooth[gy * width + gx] = sum / weights;
}
