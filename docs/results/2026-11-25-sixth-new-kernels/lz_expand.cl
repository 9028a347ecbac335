// Decompression: each work-item expands a block of its own, runs of literals and copies of what came before, byte by
// byte. A byte with its top bit set begins a copy: five bits of length, ten of distance.
kernel void lz_expand(global const uchar *restrict packed, global uchar *restrict out, global int *restrict sizes,
                      int blocks, int packed_block, int out_block) {
  const int block = get_global_id(0);
  if (block >= blocks) return;
  const global uchar *from = packed + (size_t)block * packed_block;
  global uchar *to = out + (size_t)block * out_block;
  int in = 0, at = 0;
  while (in < packed_block && at < out_block) {
    const int token = from[in++];
    if (token & 0x80) {
      const int low = in < packed_block ? from[in] : 0;
      ++in;
      const int length = min(((token >> 2) & 31) + 3, out_block - at);
      const int distance = min((((token & 3) << 8) | low) + 1, max(at, 1));
      for (int k = 0; k < length; ++k) {
        to[at] = at >= distance ? to[at - distance] : (uchar)0;
        ++at;
      }
    } else {
      const int length = min(token + 1, min(out_block - at, packed_block - in));
      for (int k = 0; k < length; ++k) to[at++] = from[in++];
    }
  }
  sizes[block] = at;
}
