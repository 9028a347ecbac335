// Content-addressed storage: BLAKE2s of pieces of a fixed number of 64-byte blocks, a piece a work-item.
constant uint IV[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
constant uchar SIGMA[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}, {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8}, {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9}, {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10}, {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
#define G(a, b, c, d, x, y) a += b + (x); d = rotate(d ^ a, 16u); c += d; b = rotate(b ^ c, 20u); a += b + (y); d = rotate(d ^ a, 24u); c += d; b = rotate(b ^ c, 25u)
kernel void blake2s_blocks(global const uint *restrict data, global uint *restrict digests, int blocks) {
  const int piece = get_global_id(0);
  uint h[8], m[16], v[16];
  for (int i = 0; i < 8; ++i)
    h[i] = IV[i];
  h[0] ^= 0x01010020u;
  for (int block = 0; block < blocks; ++block) {
    for (int i = 0; i < 16; ++i)
      m[i] = data[(piece * blocks + block) * 16 + i];
    for (int i = 0; i < 8; ++i) {
      v[i] = h[i];
      v[i + 8] = IV[i];
    }
    v[12] ^= (block + 1) * 64;
    if (block + 1 == blocks)
      v[14] = ~v[14];
    for (int r = 0; r < 10; ++r) {
      G(v[0], v[4], v[8], v[12], m[SIGMA[r][0]], m[SIGMA[r][1]]);
      G(v[1], v[5], v[9], v[13], m[SIGMA[r][2]], m[SIGMA[r][3]]);
      G(v[2], v[6], v[10], v[14], m[SIGMA[r][4]], m[SIGMA[r][5]]);
      G(v[3], v[7], v[11], v[15], m[SIGMA[r][6]], m[SIGMA[r][7]]);
      G(v[0], v[5], v[10], v[15], m[SIGMA[r][8]], m[SIGMA[r][9]]);
      G(v[1], v[6], v[11], v[12], m[SIGMA[r][10]], m[SIGMA[r][11]]);
      G(v[2], v[7], v[8], v[13], m[SIGMA[r][12]], m[SIGMA[r][13]]);
      G(v[3], v[4], v[9], v[14], m[SIGMA[r][14]], m[SIGMA[r][15]]);
    }
    for (int i = 0; i < 8; ++i)
      h[i] ^= v[i] ^ v[i + 8];
  }
  for (int i = 0; i < 8; ++i)
    digests[piece * 8 + i] = h[i];
}
