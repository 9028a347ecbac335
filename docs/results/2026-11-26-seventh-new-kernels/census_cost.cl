// Stereo: for each pixel the disparity whose census words, 64 bits each, differ least over a window of 3x3; borders by
// clamping. The second best is kept for a test of how sure it is.
kernel void census_cost(global const ulong *restrict left, global const ulong *restrict right,
                        global uchar *restrict disparity, global ushort2 *restrict costs, int width, int height,
                        int disparities) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  ushort best = 65535, second = 65535;
  int pick = 0;
  for (int d = 0; d < disparities; ++d) {
    ulong cost = 0;
    for (int v = -1; v <= 1; ++v) {
      const int row = clamp(y + v, 0, height - 1) * width;
      for (int u = -1; u <= 1; ++u) {
        const int at = clamp(x + u, 0, width - 1);
        cost += popcount(left[row + at] ^ right[row + max(at - d, 0)]);
      }
    }
    const ushort c = (ushort)cost;
    if (c < best) {
      second = best;
      best = c;
      pick = d;
    } else if (c < second) {
      second = c;
    }
  }
  disparity[y * width + x] = (uchar)pick;
  costs[y * width + x] = (ushort2)(best, second);
}
