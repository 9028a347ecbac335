// Cryptography: powers modulo an odd number of 256 bits with a public exponent, products after Montgomery in limbs of
// 32 bits, one number a work-item and a work-group; the second half of modulus is R squared.
#define LIMBS 8

void mont_mul(uint *out, const uint *a, const uint *b, const uint *m, uint inverse) {
  uint t[LIMBS + 2];
#pragma unroll
  for (int j = 0; j < LIMBS + 2; ++j) t[j] = 0;
#pragma unroll 1
  for (int i = 0; i < LIMBS; ++i) {
    ulong carry = 0;
    const ulong ai = a[i];
#pragma unroll
    for (int j = 0; j < LIMBS; ++j) {
      carry += ai * b[j] + t[j];
      t[j] = (uint)carry;
      carry >>= 32;
    }
    carry += t[LIMBS];
    t[LIMBS] = (uint)carry;
    t[LIMBS + 1] = (uint)(carry >> 32);

    const ulong q = t[0] * inverse;
    carry = (q * m[0] + t[0]) >> 32;
#pragma unroll
    for (int j = 1; j < LIMBS; ++j) {
      carry += q * m[j] + t[j];
      t[j - 1] = (uint)carry;
      carry >>= 32;
    }
    carry += t[LIMBS];
    t[LIMBS - 1] = (uint)carry;
    t[LIMBS] = t[LIMBS + 1] + (uint)(carry >> 32);
  }
  uint less[LIMBS];
  long borrow = 0;
#pragma unroll
  for (int j = 0; j < LIMBS; ++j) {
    borrow += (long)t[j] - (long)m[j];
    less[j] = (uint)borrow;
    borrow >>= 32;
  }
  const uint keep = (t[LIMBS] == 0 && borrow != 0) ? 0xffffffffu : 0u;
#pragma unroll
  for (int j = 0; j < LIMBS; ++j) out[j] = (t[j] & keep) | (less[j] & ~keep);
}

kernel void mont256_pow(global const uint *restrict bases, global const uint *restrict modulus,
                        global uint *restrict powers, int exponent, int bits) {
  const int i = get_global_id(0);
  uint m[LIMBS], base[LIMBS], power[LIMBS], square[LIMBS];
#pragma unroll
  for (int j = 0; j < LIMBS; ++j) {
    m[j] = modulus[j];
    square[j] = modulus[LIMBS + j];
    base[j] = bases[i * LIMBS + j];
  }
  m[0] |= 1u;
  uint inverse = m[0];
#pragma unroll
  for (int k = 0; k < 4; ++k) inverse *= 2u - m[0] * inverse;
  inverse = 0u - inverse;

  mont_mul(base, base, square, m, inverse);
#pragma unroll
  for (int j = 0; j < LIMBS; ++j) power[j] = base[j];
  for (int k = bits - 2; k >= 0; --k) {
    mont_mul(power, power, power, m, inverse);
    if (exponent >> k & 1) mont_mul(power, power, base, m, inverse);
  }
  const uint one[LIMBS] = {1, 0, 0, 0, 0, 0, 0, 0};
  mont_mul(power, power, one, m, inverse);
#pragma unroll
  for (int j = 0; j < LIMBS; ++j) powers[i * LIMBS + j] = power[j];
}
