// RIPEMD-160 of 32-byte messages (the outer half of a Bitcoin address's HASH160), a message a work-item,
// and whether the digest may be among the watched ones (one bitmap of the first word's low bits).
#define F1(x, y, z) ((x) ^ (y) ^ (z))
#define F2(x, y, z) bitselect(z, y, x)
#define F3(x, y, z) (((x) | ~(y)) ^ (z))
#define F4(x, y, z) bitselect(y, x, z)
#define F5(x, y, z) ((x) ^ ((y) | ~(z)))

#define STEP(f, a, b, c, d, e, r, s, k) \
    a = rotate(a + f(b, c, d) + w##r + k##u, (uint)s) + e; \
    c = rotate(c, 10u);

__kernel void ripemd160_digests(__global const uint8 *restrict message,
                                __global const uint *restrict watched,       // 1 << bits bits
                                __global uint *restrict digest,              // n x 5
                                __global uchar *restrict maybe,
                                const uint n,
                                const uint bits)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    const uint8 m = message[i];
    const uint w0 = m.s0, w1 = m.s1, w2 = m.s2, w3 = m.s3, w4 = m.s4, w5 = m.s5, w6 = m.s6, w7 = m.s7;
    const uint w8 = 0x80, w9 = 0, w10 = 0, w11 = 0, w12 = 0, w13 = 0, w14 = 256, w15 = 0;

    uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, e = 0xc3d2e1f0u;
    STEP(F1, a, b, c, d, e, 0, 11, 0) STEP(F1, e, a, b, c, d, 1, 14, 0)
    STEP(F1, d, e, a, b, c, 2, 15, 0) STEP(F1, c, d, e, a, b, 3, 12, 0)
    STEP(F1, b, c, d, e, a, 4, 5, 0) STEP(F1, a, b, c, d, e, 5, 8, 0)
    STEP(F1, e, a, b, c, d, 6, 7, 0) STEP(F1, d, e, a, b, c, 7, 9, 0)
    STEP(F1, c, d, e, a, b, 8, 11, 0) STEP(F1, b, c, d, e, a, 9, 13, 0)
    STEP(F1, a, b, c, d, e, 10, 14, 0) STEP(F1, e, a, b, c, d, 11, 15, 0)
    STEP(F1, d, e, a, b, c, 12, 6, 0) STEP(F1, c, d, e, a, b, 13, 7, 0)
    STEP(F1, b, c, d, e, a, 14, 9, 0) STEP(F1, a, b, c, d, e, 15, 8, 0)

    STEP(F2, e, a, b, c, d, 7, 7, 0x5a827999) STEP(F2, d, e, a, b, c, 4, 6, 0x5a827999)
    STEP(F2, c, d, e, a, b, 13, 8, 0x5a827999) STEP(F2, b, c, d, e, a, 1, 13, 0x5a827999)
    STEP(F2, a, b, c, d, e, 10, 11, 0x5a827999) STEP(F2, e, a, b, c, d, 6, 9, 0x5a827999)
    STEP(F2, d, e, a, b, c, 15, 7, 0x5a827999) STEP(F2, c, d, e, a, b, 3, 15, 0x5a827999)
    STEP(F2, b, c, d, e, a, 12, 7, 0x5a827999) STEP(F2, a, b, c, d, e, 0, 12, 0x5a827999)
    STEP(F2, e, a, b, c, d, 9, 15, 0x5a827999) STEP(F2, d, e, a, b, c, 5, 9, 0x5a827999)
    STEP(F2, c, d, e, a, b, 2, 11, 0x5a827999) STEP(F2, b, c, d, e, a, 14, 7, 0x5a827999)
    STEP(F2, a, b, c, d, e, 11, 13, 0x5a827999) STEP(F2, e, a, b, c, d, 8, 12, 0x5a827999)

    STEP(F3, d, e, a, b, c, 3, 11, 0x6ed9eba1) STEP(F3, c, d, e, a, b, 10, 13, 0x6ed9eba1)
    STEP(F3, b, c, d, e, a, 14, 6, 0x6ed9eba1) STEP(F3, a, b, c, d, e, 4, 7, 0x6ed9eba1)
    STEP(F3, e, a, b, c, d, 9, 14, 0x6ed9eba1) STEP(F3, d, e, a, b, c, 15, 9, 0x6ed9eba1)
    STEP(F3, c, d, e, a, b, 8, 13, 0x6ed9eba1) STEP(F3, b, c, d, e, a, 1, 15, 0x6ed9eba1)
    STEP(F3, a, b, c, d, e, 2, 14, 0x6ed9eba1) STEP(F3, e, a, b, c, d, 7, 8, 0x6ed9eba1)
    STEP(F3, d, e, a, b, c, 0, 13, 0x6ed9eba1) STEP(F3, c, d, e, a, b, 6, 6, 0x6ed9eba1)
    STEP(F3, b, c, d, e, a, 13, 5, 0x6ed9eba1) STEP(F3, a, b, c, d, e, 11, 12, 0x6ed9eba1)
    STEP(F3, e, a, b, c, d, 5, 7, 0x6ed9eba1) STEP(F3, d, e, a, b, c, 12, 5, 0x6ed9eba1)

    STEP(F4, c, d, e, a, b, 1, 11, 0x8f1bbcdc) STEP(F4, b, c, d, e, a, 9, 12, 0x8f1bbcdc)
    STEP(F4, a, b, c, d, e, 11, 14, 0x8f1bbcdc) STEP(F4, e, a, b, c, d, 10, 15, 0x8f1bbcdc)
    STEP(F4, d, e, a, b, c, 0, 14, 0x8f1bbcdc) STEP(F4, c, d, e, a, b, 8, 15, 0x8f1bbcdc)
    STEP(F4, b, c, d, e, a, 12, 9, 0x8f1bbcdc) STEP(F4, a, b, c, d, e, 4, 8, 0x8f1bbcdc)
    STEP(F4, e, a, b, c, d, 13, 9, 0x8f1bbcdc) STEP(F4, d, e, a, b, c, 3, 14, 0x8f1bbcdc)
    STEP(F4, c, d, e, a, b, 7, 5, 0x8f1bbcdc) STEP(F4, b, c, d, e, a, 15, 6, 0x8f1bbcdc)
    STEP(F4, a, b, c, d, e, 14, 8, 0x8f1bbcdc) STEP(F4, e, a, b, c, d, 5, 6, 0x8f1bbcdc)
    STEP(F4, d, e, a, b, c, 6, 5, 0x8f1bbcdc) STEP(F4, c, d, e, a, b, 2, 12, 0x8f1bbcdc)

    STEP(F5, b, c, d, e, a, 4, 9, 0xa953fd4e) STEP(F5, a, b, c, d, e, 0, 15, 0xa953fd4e)
    STEP(F5, e, a, b, c, d, 5, 5, 0xa953fd4e) STEP(F5, d, e, a, b, c, 9, 11, 0xa953fd4e)
    STEP(F5, c, d, e, a, b, 7, 6, 0xa953fd4e) STEP(F5, b, c, d, e, a, 12, 8, 0xa953fd4e)
    STEP(F5, a, b, c, d, e, 2, 13, 0xa953fd4e) STEP(F5, e, a, b, c, d, 10, 12, 0xa953fd4e)
    STEP(F5, d, e, a, b, c, 14, 5, 0xa953fd4e) STEP(F5, c, d, e, a, b, 1, 12, 0xa953fd4e)
    STEP(F5, b, c, d, e, a, 3, 13, 0xa953fd4e) STEP(F5, a, b, c, d, e, 8, 14, 0xa953fd4e)
    STEP(F5, e, a, b, c, d, 11, 11, 0xa953fd4e) STEP(F5, d, e, a, b, c, 6, 8, 0xa953fd4e)
    STEP(F5, c, d, e, a, b, 15, 5, 0xa953fd4e) STEP(F5, b, c, d, e, a, 13, 6, 0xa953fd4e)

    uint p = 0x67452301u, q = 0xefcdab89u, r = 0x98badcfeu, s = 0x10325476u, t = 0xc3d2e1f0u;
    STEP(F5, p, q, r, s, t, 5, 8, 0x50a28be6) STEP(F5, t, p, q, r, s, 14, 9, 0x50a28be6)
    STEP(F5, s, t, p, q, r, 7, 9, 0x50a28be6) STEP(F5, r, s, t, p, q, 0, 11, 0x50a28be6)
    STEP(F5, q, r, s, t, p, 9, 13, 0x50a28be6) STEP(F5, p, q, r, s, t, 2, 15, 0x50a28be6)
    STEP(F5, t, p, q, r, s, 11, 15, 0x50a28be6) STEP(F5, s, t, p, q, r, 4, 5, 0x50a28be6)
    STEP(F5, r, s, t, p, q, 13, 7, 0x50a28be6) STEP(F5, q, r, s, t, p, 6, 7, 0x50a28be6)
    STEP(F5, p, q, r, s, t, 15, 8, 0x50a28be6) STEP(F5, t, p, q, r, s, 8, 11, 0x50a28be6)
    STEP(F5, s, t, p, q, r, 1, 14, 0x50a28be6) STEP(F5, r, s, t, p, q, 10, 14, 0x50a28be6)
    STEP(F5, q, r, s, t, p, 3, 12, 0x50a28be6) STEP(F5, p, q, r, s, t, 12, 6, 0x50a28be6)

    STEP(F4, t, p, q, r, s, 6, 9, 0x5c4dd124) STEP(F4, s, t, p, q, r, 11, 13, 0x5c4dd124)
    STEP(F4, r, s, t, p, q, 3, 15, 0x5c4dd124) STEP(F4, q, r, s, t, p, 7, 7, 0x5c4dd124)
    STEP(F4, p, q, r, s, t, 0, 12, 0x5c4dd124) STEP(F4, t, p, q, r, s, 13, 8, 0x5c4dd124)
    STEP(F4, s, t, p, q, r, 5, 9, 0x5c4dd124) STEP(F4, r, s, t, p, q, 10, 11, 0x5c4dd124)
    STEP(F4, q, r, s, t, p, 14, 7, 0x5c4dd124) STEP(F4, p, q, r, s, t, 15, 7, 0x5c4dd124)
    STEP(F4, t, p, q, r, s, 8, 12, 0x5c4dd124) STEP(F4, s, t, p, q, r, 12, 7, 0x5c4dd124)
    STEP(F4, r, s, t, p, q, 4, 6, 0x5c4dd124) STEP(F4, q, r, s, t, p, 9, 15, 0x5c4dd124)
    STEP(F4, p, q, r, s, t, 1, 13, 0x5c4dd124) STEP(F4, t, p, q, r, s, 2, 11, 0x5c4dd124)

    STEP(F3, s, t, p, q, r, 15, 9, 0x6d703ef3) STEP(F3, r, s, t, p, q, 5, 7, 0x6d703ef3)
    STEP(F3, q, r, s, t, p, 1, 15, 0x6d703ef3) STEP(F3, p, q, r, s, t, 3, 11, 0x6d703ef3)
    STEP(F3, t, p, q, r, s, 7, 8, 0x6d703ef3) STEP(F3, s, t, p, q, r, 14, 6, 0x6d703ef3)
    STEP(F3, r, s, t, p, q, 6, 6, 0x6d703ef3) STEP(F3, q, r, s, t, p, 9, 14, 0x6d703ef3)
    STEP(F3, p, q, r, s, t, 11, 12, 0x6d703ef3) STEP(F3, t, p, q, r, s, 8, 13, 0x6d703ef3)
    STEP(F3, s, t, p, q, r, 12, 5, 0x6d703ef3) STEP(F3, r, s, t, p, q, 2, 14, 0x6d703ef3)
    STEP(F3, q, r, s, t, p, 10, 13, 0x6d703ef3) STEP(F3, p, q, r, s, t, 0, 13, 0x6d703ef3)
    STEP(F3, t, p, q, r, s, 4, 7, 0x6d703ef3) STEP(F3, s, t, p, q, r, 13, 5, 0x6d703ef3)

    STEP(F2, r, s, t, p, q, 8, 15, 0x7a6d76e9) STEP(F2, q, r, s, t, p, 6, 5, 0x7a6d76e9)
    STEP(F2, p, q, r, s, t, 4, 8, 0x7a6d76e9) STEP(F2, t, p, q, r, s, 1, 11, 0x7a6d76e9)
    STEP(F2, s, t, p, q, r, 3, 14, 0x7a6d76e9) STEP(F2, r, s, t, p, q, 11, 14, 0x7a6d76e9)
    STEP(F2, q, r, s, t, p, 15, 6, 0x7a6d76e9) STEP(F2, p, q, r, s, t, 0, 14, 0x7a6d76e9)
    STEP(F2, t, p, q, r, s, 5, 6, 0x7a6d76e9) STEP(F2, s, t, p, q, r, 12, 9, 0x7a6d76e9)
    STEP(F2, r, s, t, p, q, 2, 12, 0x7a6d76e9) STEP(F2, q, r, s, t, p, 13, 9, 0x7a6d76e9)
    STEP(F2, p, q, r, s, t, 9, 12, 0x7a6d76e9) STEP(F2, t, p, q, r, s, 7, 5, 0x7a6d76e9)
    STEP(F2, s, t, p, q, r, 10, 15, 0x7a6d76e9) STEP(F2, r, s, t, p, q, 14, 8, 0x7a6d76e9)

    STEP(F1, q, r, s, t, p, 12, 8, 0) STEP(F1, p, q, r, s, t, 15, 5, 0)
    STEP(F1, t, p, q, r, s, 10, 12, 0) STEP(F1, s, t, p, q, r, 4, 9, 0)
    STEP(F1, r, s, t, p, q, 1, 12, 0) STEP(F1, q, r, s, t, p, 5, 5, 0)
    STEP(F1, p, q, r, s, t, 8, 14, 0) STEP(F1, t, p, q, r, s, 7, 6, 0)
    STEP(F1, s, t, p, q, r, 6, 8, 0) STEP(F1, r, s, t, p, q, 2, 13, 0)
    STEP(F1, q, r, s, t, p, 13, 6, 0) STEP(F1, p, q, r, s, t, 14, 5, 0)
    STEP(F1, t, p, q, r, s, 0, 15, 0) STEP(F1, s, t, p, q, r, 3, 13, 0)
    STEP(F1, r, s, t, p, q, 9, 11, 0) STEP(F1, q, r, s, t, p, 11, 11, 0)

    const uint h0 = 0xefcdab89u + c + s;
    digest[i * 5 + 0] = h0;
    digest[i * 5 + 1] = 0x98badcfeu + d + t;
    digest[i * 5 + 2] = 0x10325476u + e + p;
    digest[i * 5 + 3] = 0xc3d2e1f0u + a + q;
    digest[i * 5 + 4] = 0x67452301u + b + r;
    const uint slot = h0 & ((1u << bits) - 1);
    maybe[i] = watched[slot >> 5] >> (slot & 31) & 1;
}
