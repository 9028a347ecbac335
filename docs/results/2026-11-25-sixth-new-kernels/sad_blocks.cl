// Motion estimation (Parboil): the sum of absolute differences of each block of 4x4 pixels against each displacement of
// a square window; the reference is clamped at its border as an image would be. Axes: displacement in x, in y, block.
kernel void sad_blocks(global const uchar *restrict current, global const uchar *restrict reference,
                       global ushort *restrict sads, int width, int height, int range) {
  const int dx = (int)get_global_id(0) - range, dy = (int)get_global_id(1) - range, block = get_global_id(2);
  const int across = width / 4;
  const int left = block % across * 4, top = block / across * 4;
  uint sum = 0;
  for (int y = 0; y < 4; ++y) {
    const int row = clamp(top + y + dy, 0, height - 1) * width;
    for (int x = 0; x < 4; ++x)
      sum += abs_diff(current[(top + y) * width + left + x], reference[row + clamp(left + x + dx, 0, width - 1)]);
  }
  sads[((size_t)block * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0)] = sum;
}
