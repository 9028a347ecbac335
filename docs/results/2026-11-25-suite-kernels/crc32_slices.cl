// Check sums: CRC-32 of many pages, eight bytes at a time by eight tables of 256 words, a page a work-item.
kernel void crc32_slices(global const uint2 *restrict pages, global const uint *restrict table,
                         global uint *restrict sums, int words) {
  const int page = get_global_id(0);
  uint crc = ~0u;
  for (int k = 0; k < words; ++k) {
    const uint2 w = pages[page * words + k];
    const uint a = w.x ^ crc, b = w.y;
    crc = table[7 * 256 + (a & 255u)] ^ table[6 * 256 + (a >> 8 & 255u)] ^ table[5 * 256 + (a >> 16 & 255u)] ^
          table[4 * 256 + (a >> 24)] ^ table[3 * 256 + (b & 255u)] ^ table[2 * 256 + (b >> 8 & 255u)] ^
          table[256 + (b >> 16 & 255u)] ^ table[b >> 24];
  }
  sums[page] = ~crc;
}
