// Cryptography: one level of a hash tree with SHA3-256, a pair of nodes (64 bytes) a work-item; Keccak-f[1600] on 25
// lanes of 64 bits in private memory.
#define ROUNDS 24

constant ulong round_constants[ROUNDS] = {
    0x0000000000000001UL, 0x0000000000008082UL, 0x800000000000808aUL, 0x8000000080008000UL, 0x000000000000808bUL,
    0x0000000080000001UL, 0x8000000080008081UL, 0x8000000000008009UL, 0x000000000000008aUL, 0x0000000000000088UL,
    0x0000000080008009UL, 0x000000008000000aUL, 0x000000008000808bUL, 0x800000000000008bUL, 0x8000000000008089UL,
    0x8000000000008003UL, 0x8000000000008002UL, 0x8000000000000080UL, 0x000000000000800aUL, 0x800000008000000aUL,
    0x8000000080008081UL, 0x8000000000008080UL, 0x0000000080000001UL, 0x8000000080008008UL};
constant uint offsets[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                             25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

kernel void keccak_pairs(global const ulong *restrict nodes, global ulong *restrict parents) {
  const int i = get_global_id(0);
  ulong a[25], b[25], c[5];
#pragma unroll
  for (int k = 0; k < 8; ++k) a[k] = nodes[8 * i + k];
#pragma unroll
  for (int k = 8; k < 25; ++k) a[k] = 0;
  a[8] = 0x06UL;
  a[16] = 0x8000000000000000UL;

  for (int round = 0; round < ROUNDS; ++round) {
#pragma unroll
    for (int x = 0; x < 5; ++x) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma unroll
    for (int y = 0; y < 5; ++y)
#pragma unroll
      for (int x = 0; x < 5; ++x) {
        const ulong d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1UL);
        b[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(a[x + 5 * y] ^ d, (ulong)offsets[x + 5 * y]);
      }
#pragma unroll
    for (int y = 0; y < 5; ++y)
#pragma unroll
      for (int x = 0; x < 5; ++x) a[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
    a[0] ^= round_constants[round];
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) parents[4 * i + k] = a[k];
}
