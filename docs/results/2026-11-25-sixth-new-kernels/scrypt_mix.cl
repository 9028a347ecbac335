// Passwords (scrypt, r = 1): two blocks of sixteen words mixed by Salsa20/8 while a scratch pad is filled, then mixed with
// entries of the pad that the state itself picks; a password a work-item.
#define QUARTER(a, b, c, d)      \
  b ^= rotate(a + d, (uint)7);   \
  c ^= rotate(b + a, (uint)9);   \
  d ^= rotate(c + b, (uint)13);  \
  a ^= rotate(d + c, (uint)18);

void salsa(uint *b, const uint *with) {
  uint x[16];
  for (int i = 0; i < 16; ++i) x[i] = b[i] ^= with[i];
  for (int round = 0; round < 4; ++round) {
    QUARTER(x[0], x[4], x[8], x[12])
    QUARTER(x[5], x[9], x[13], x[1])
    QUARTER(x[10], x[14], x[2], x[6])
    QUARTER(x[15], x[3], x[7], x[11])
    QUARTER(x[0], x[1], x[2], x[3])
    QUARTER(x[5], x[6], x[7], x[4])
    QUARTER(x[10], x[11], x[8], x[9])
    QUARTER(x[15], x[12], x[13], x[14])
  }
  for (int i = 0; i < 16; ++i) b[i] += x[i];
}

kernel void scrypt_mix(global uint4 *restrict state, global uint4 *restrict pad, int count, int entries) {
  const int i = get_global_id(0);
  if (i >= count) return;
  uint s[32];
  for (int k = 0; k < 8; ++k) vstore4(state[i * 8 + k], k, s);
  global uint4 *mine = pad + (size_t)i * entries * 8;
  for (int n = 0; n < entries; ++n) {
    for (int k = 0; k < 8; ++k) mine[n * 8 + k] = vload4(k, s);
    salsa(s, s + 16);
    salsa(s + 16, s);
  }
  for (int n = 0; n < entries; ++n) {
    const uint j = s[16] % (uint)entries;
    for (int k = 0; k < 8; ++k) vstore4(vload4(k, s) ^ mine[j * 8 + k], k, s);
    salsa(s, s + 16);
    salsa(s + 16, s);
  }
  for (int k = 0; k < 8; ++k) state[i * 8 + k] = vload4(k, s);
}
