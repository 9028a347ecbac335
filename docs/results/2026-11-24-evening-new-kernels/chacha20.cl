// ChaCha20 in counter mode: a work-item makes one block of 64 bytes and adds it to the text by XOR.

#define QUARTER(a, b, c, d)         \
  a += b; d = rotate(d ^ a, 16u);   \
  c += d; b = rotate(b ^ c, 12u);   \
  a += b; d = rotate(d ^ a, 8u);    \
  c += d; b = rotate(b ^ c, 7u);

kernel void chacha20(global const uint4 *restrict text, global uint4 *restrict cipher,
                     constant uint *key, uint counter, uint nonce0, uint nonce1, uint nonce2) {
  const uint block = get_global_id(0);
  const uint start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u,
                          key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7],
                          counter + block, nonce0, nonce1, nonce2};
  uint s[16];
  for (int k = 0; k < 16; ++k) s[k] = start[k];
  for (int round = 0; round < 10; ++round) {
    QUARTER(s[0], s[4], s[8], s[12])
    QUARTER(s[1], s[5], s[9], s[13])
    QUARTER(s[2], s[6], s[10], s[14])
    QUARTER(s[3], s[7], s[11], s[15])
    QUARTER(s[0], s[5], s[10], s[15])
    QUARTER(s[1], s[6], s[11], s[12])
    QUARTER(s[2], s[7], s[8], s[13])
    QUARTER(s[3], s[4], s[9], s[14])
  }
  for (int k = 0; k < 16; ++k) s[k] += start[k];
  for (int q = 0; q < 4; ++q)
    cipher[4 * block + q] =
        text[4 * block + q] ^ (uint4)(s[4 * q], s[4 * q + 1], s[4 * q + 2], s[4 * q + 3]);
}
