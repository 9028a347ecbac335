// Stereo vision: semi-global matching, aggregation of the matching costs along the rows from left to right; a row of
// the image a work-group, a disparity a work-item, the costs of the pixel before in local memory.
#define DISPARITIES 64
#define PARTS 8

kernel void sgm_rows(global const uchar *restrict costs, global ushort *restrict aggregated, int width, int penalty1,
                     int penalty2) {
  local int before[DISPARITIES + 2], lows[PARTS];
  const int d = get_local_id(0), y = get_group_id(0);
  before[d + 1] = 0;
  if (d == 0) before[0] = before[DISPARITIES + 1] = 1 << 20;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int x = 0; x < width; ++x) {
    if (d < PARTS) {
      int part = before[1 + d];
      for (int k = 1; k < DISPARITIES / PARTS; ++k) part = min(part, before[1 + d + k * PARTS]);
      lows[d] = part;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int low = lows[0];
#pragma unroll
    for (int k = 1; k < PARTS; ++k) low = min(low, lows[k]);
    const int step = min(before[d], before[d + 2]) + penalty1;
    const int best = min(min(before[d + 1], step), low + penalty2);
    const int at = (y * width + x) * DISPARITIES + d;
    const int now = costs[at] + best - low;
    barrier(CLK_LOCAL_MEM_FENCE);
    before[d + 1] = now;
    aggregated[at] = (ushort)now;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
