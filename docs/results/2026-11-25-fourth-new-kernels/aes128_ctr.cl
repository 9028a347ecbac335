// Cryptography: AES-128 in counter mode after the fast software way, one table of 256 words (the S-box and MixColumns
// in one) copied to local memory and rotated for the other three columns; four blocks a work-item.
#define ITEMS 64
#define BLOCKS 4

uint column(local const uint *t, uint a, uint b, uint c, uint d) {
  return t[a >> 24] ^ rotate(t[b >> 16 & 255u], 24u) ^ rotate(t[c >> 8 & 255u], 16u) ^ rotate(t[d & 255u], 8u);
}

uint last_column(local const uint *t, uint a, uint b, uint c, uint d) {
  return (t[a >> 24] << 16 & 0xff000000u) | (t[b >> 16 & 255u] << 8 & 0x00ff0000u) | (t[c >> 8 & 255u] & 0x0000ff00u) |
         (t[d & 255u] >> 8 & 0x000000ffu);
}

kernel void aes128_ctr(global const uint4 *restrict plain, global const uint *restrict table,
                       global const uint4 *restrict round_keys, global uint4 *restrict cipher, int blocks, int nonce) {
  local uint t[256];
  const int item = get_local_id(0);
  for (int k = item; k < 256; k += ITEMS) t[k] = table[k];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int b = 0; b < BLOCKS; ++b) {
    const int i = (get_group_id(0) * BLOCKS + b) * ITEMS + item;
    if (i >= blocks) break;
    uint4 s = (uint4)((uint)nonce, 0xc0ffee11u, 0u, (uint)i) ^ round_keys[0];
    for (int round = 1; round < 10; ++round) {
      const uint4 key = round_keys[round];
      s = key ^ (uint4)(column(t, s.x, s.y, s.z, s.w), column(t, s.y, s.z, s.w, s.x), column(t, s.z, s.w, s.x, s.y),
                        column(t, s.w, s.x, s.y, s.z));
    }
    s = round_keys[10] ^ (uint4)(last_column(t, s.x, s.y, s.z, s.w), last_column(t, s.y, s.z, s.w, s.x),
                                 last_column(t, s.z, s.w, s.x, s.y), last_column(t, s.w, s.x, s.y, s.z));
    cipher[i] = plain[i] ^ s;
  }
}
