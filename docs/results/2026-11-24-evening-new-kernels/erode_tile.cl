// Mathematical morphology: erosion of a grey image by a square of 7x7, rows then columns in a tile in local
// memory; work-groups of 32x8.
#define R 3
#define TX 32
#define TY 8
#define WIDE (TX + 2 * R)
#define HIGH (TY + 2 * R)

kernel void erode_tile(global const uchar *restrict in, global uchar *restrict out, int width, int height) {
  local uchar tile[HIGH][WIDE];
  local uchar rows[HIGH][TX];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int item = ly * TX + lx;
  const int left = get_group_id(0) * TX - R, top = get_group_id(1) * TY - R;

  for (int k = item; k < WIDE * HIGH; k += TX * TY) {
    const int x = clamp(left + k % WIDE, 0, width - 1), y = clamp(top + k / WIDE, 0, height - 1);
    tile[k / WIDE][k % WIDE] = in[y * width + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int y = ly; y < HIGH; y += TY) {
    uchar least = tile[y][lx];
    for (int d = 1; d <= 2 * R; ++d) least = min(least, tile[y][lx + d]);
    rows[y][lx] = least;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  uchar least = rows[ly][lx];
  for (int d = 1; d <= 2 * R; ++d) least = min(least, rows[ly + d][lx]);
  out[(top + R + ly) * width + left + R + lx] = least;
}
