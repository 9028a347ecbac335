// Image processing: 3x3 median of bytes, sixteen pixels at once, down a strip of rows a work-item: columns sorted by
// minima and maxima once, two of three of them kept from row to row; the picture has a border of one pixel.
uchar16 middle(uchar16 a, uchar16 b, uchar16 c) { return max(min(a, b), min(max(a, b), c)); }

kernel void median_uchar16(global const uchar *restrict noisy, global uchar *restrict clean, int sixteens, int height,
                           int strip) {
  const int block = get_global_id(0), first = get_global_id(1) * strip;
  if (block >= sixteens || first >= height) return;
  const int pitch = sixteens * 16 + 2;
  global const uchar *at = noisy + first * pitch + block * 16;
  // of each row's three neighbours: lowest, middle, highest
  uchar16 low0, mid0, high0, low1, mid1, high1;
  {
    const uchar16 a = vload16(0, at), b = vload16(0, at + 1), c = vload16(0, at + 2);
    low0 = min(min(a, b), c);
    mid0 = middle(a, b, c);
    high0 = max(max(a, b), c);
    at += pitch;
  }
  {
    const uchar16 a = vload16(0, at), b = vload16(0, at + 1), c = vload16(0, at + 2);
    low1 = min(min(a, b), c);
    mid1 = middle(a, b, c);
    high1 = max(max(a, b), c);
    at += pitch;
  }
  const int last = min(first + strip, height);
  for (int y = first; y < last; ++y) {
    const uchar16 a = vload16(0, at), b = vload16(0, at + 1), c = vload16(0, at + 2);
    const uchar16 low2 = min(min(a, b), c), mid2 = middle(a, b, c), high2 = max(max(a, b), c);
    const uchar16 lows = max(max(low0, low1), low2), highs = min(min(high0, high1), high2);
    vstore16(middle(lows, middle(mid0, mid1, mid2), highs), 0, clean + y * (sixteens * 16) + block * 16);
    low0 = low1;
    mid0 = mid1;
    high0 = high1;
    low1 = low2;
    mid1 = mid2;
    high1 = high2;
    at += pitch;
  }
}
