// Public-key work: modular exponentiation base^exponent mod n of 256-bit numbers, Montgomery form, square and multiply
// from the exponent's top bit. A number a work-item, least limb first; n is odd with its top bit set.
#define LIMBS 8

static void mont_mul(uint *r, const uint *a, const uint *b, const uint *n, uint n0)
{
    uint t[LIMBS + 2] = {0};
    for (int i = 0; i < LIMBS; ++i) {
        ulong s = 0;
        for (int j = 0; j < LIMBS; ++j) {
            s += (ulong)a[j] * b[i] + t[j];
            t[j] = (uint)s;
            s >>= 32;
        }
        s += t[LIMBS];
        t[LIMBS] = (uint)s;
        t[LIMBS + 1] = (uint)(s >> 32);

        const uint m = t[0] * n0;
        s = ((ulong)m * n[0] + t[0]) >> 32;
        for (int j = 1; j < LIMBS; ++j) {
            s += (ulong)m * n[j] + t[j];
            t[j - 1] = (uint)s;
            s >>= 32;
        }
        s += t[LIMBS];
        t[LIMBS - 1] = (uint)s;
        t[LIMBS] = t[LIMBS + 1] + (uint)(s >> 32);
    }
    uint d[LIMBS];
    uint borrow = 0;
    for (int j = 0; j < LIMBS; ++j) {
        const ulong s = (ulong)t[j] - n[j] - borrow;
        d[j] = (uint)s;
        borrow = (uint)(s >> 32) & 1u;
    }
    const int keep = t[LIMBS] < borrow;
    for (int j = 0; j < LIMBS; ++j)
        r[j] = keep ? t[j] : d[j];
}

__kernel void mont_modexp(__global const uint *bases, __global const uint *exponents, __global const uint *modulus,
                          __global const uint *r_squared, __global uint *powers, int count, int exponent_words)
{
    const int id = get_global_id(0);
    if (id >= count)
        return;

    uint n[LIMBS], x[LIMBS], acc[LIMBS], one[LIMBS];
    for (int j = 0; j < LIMBS; ++j) {
        n[j] = modulus[j];
        acc[j] = r_squared[j];
        x[j] = bases[id * LIMBS + j];
        one[j] = j == 0;
    }
    uint inverse = n[0];
    for (int k = 0; k < 4; ++k)
        inverse *= 2u - n[0] * inverse;
    const uint n0 = 0u - inverse;

    mont_mul(x, x, acc, n, n0);
    mont_mul(acc, one, acc, n, n0);
    for (int word = exponent_words - 1; word >= 0; --word) {
        const uint e = exponents[id * exponent_words + word];
        for (int bit = 31; bit >= 0; --bit) {
            mont_mul(acc, acc, acc, n, n0);
            if ((e >> bit) & 1u)
                mont_mul(acc, acc, x, n, n0);
        }
    }
    mont_mul(acc, acc, one, n, n0);
    for (int j = 0; j < LIMBS; ++j)
        powers[id * LIMBS + j] = acc[j];
}
