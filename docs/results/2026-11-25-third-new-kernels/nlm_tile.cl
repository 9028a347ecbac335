// Image denoising by non-local means: 7x7 places of search, patches of 3x3, a pixel a work-item; a tile of 16x16 with a
// rim of four pixels in local memory. The image has that rim all round.
#define TILE 16
#define RIM 4
#define SIDE (TILE + 2 * RIM)

kernel void nlm_tile(global const float *restrict noisy, global float *restrict clean, float sharpness) {
  local float tile[SIDE][SIDE];
  const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  const int width = get_global_size(0), pitch = width + 2 * RIM;
  const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  for (int k = ly * TILE + lx; k < SIDE * SIDE; k += TILE * TILE)
    tile[k / SIDE][k % SIDE] = noisy[(top + k / SIDE) * pitch + left + k % SIDE];
  barrier(CLK_LOCAL_MEM_FENCE);

  float patch[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) patch[k] = tile[ly + RIM - 1 + k / 3][lx + RIM - 1 + k % 3];
  float sum = 0.0f, weights = 0.0f;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx) {
      const int cy = ly + RIM + dy, cx = lx + RIM + dx;
      float distance = 0.0f;
#pragma unroll
      for (int k = 0; k < 9; ++k) {
        const float d = tile[cy - 1 + k / 3][cx - 1 + k % 3] - patch[k];
        distance += d * d;
      }
      const float weight = exp(-sharpness * distance);
      weights += weight;
      sum += weight * tile[cy][cx];
    }
  clean[y * width + x] = sum / weights;
}
