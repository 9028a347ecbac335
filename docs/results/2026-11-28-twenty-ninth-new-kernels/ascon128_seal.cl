// ASCON-128 authenticated encryption of packets: one packet a work-item, 16 bytes of associated
// data each, messages of any length padded to whole 64-bit words in the buffers.
static inline ulong be64(const ulong x)
{
    return as_ulong(as_uchar8(x).s76543210);
}

static inline ulong ror64(const ulong x, const uint n)
{
    return x >> n | x << (64 - n);
}

static inline void permute(ulong s[5], const uint first_round)
{
    for (uint r = first_round; r < 12; r++) {
        ulong x0 = s[0], x1 = s[1], x3 = s[3], x4 = s[4];
        ulong x2 = s[2] ^ (((15 - r) << 4) | r);

        x0 ^= x4;
        x4 ^= x3;
        x2 ^= x1;
        const ulong t0 = x0 ^ (~x1 & x2);
        const ulong t1 = x1 ^ (~x2 & x3);
        const ulong t2 = x2 ^ (~x3 & x4);
        const ulong t3 = x3 ^ (~x4 & x0);
        const ulong t4 = x4 ^ (~x0 & x1);
        x1 = t1 ^ t0;
        x0 = t0 ^ t4;
        x3 = t3 ^ t2;
        x2 = ~t2;
        x4 = t4;

        s[0] = x0 ^ ror64(x0, 19) ^ ror64(x0, 28);
        s[1] = x1 ^ ror64(x1, 61) ^ ror64(x1, 39);
        s[2] = x2 ^ ror64(x2, 1) ^ ror64(x2, 6);
        s[3] = x3 ^ ror64(x3, 10) ^ ror64(x3, 17);
        s[4] = x4 ^ ror64(x4, 7) ^ ror64(x4, 41);
    }
}

__kernel void ascon128_seal(__global const ulong *restrict plain,
                            __global const uint *restrict word_ptr,
                            __global const uint *restrict bytes,
                            __global const ulong2 *restrict nonce,
                            __global const ulong2 *restrict header,
                            __global const ulong *restrict key,
                            __global ulong *restrict cipher,
                            __global ulong2 *restrict tag,
                            const uint npackets)
{
    const uint id = get_global_id(0);
    if (id >= npackets)
        return;

    const ulong k0 = be64(key[0]);
    const ulong k1 = be64(key[1]);
    const ulong2 n = nonce[id];
    const ulong2 ad = header[id];

    ulong s[5] = {0x80400c0600000000UL, k0, k1, be64(n.x), be64(n.y)};
    permute(s, 0);
    s[3] ^= k0;
    s[4] ^= k1;

    s[0] ^= be64(ad.x);
    permute(s, 6);
    s[0] ^= be64(ad.y);
    permute(s, 6);
    s[0] ^= 0x8000000000000000UL;
    permute(s, 6);
    s[4] ^= 1;

    uint w = word_ptr[id];
    uint left = bytes[id];
    for (; left >= 8; left -= 8, w++) {
        s[0] ^= be64(plain[w]);
        cipher[w] = be64(s[0]);
        permute(s, 6);
    }
    if (left) {
        const ulong keep = ~0UL << (64 - 8 * left);
        s[0] ^= be64(plain[w]) & keep;
        cipher[w] = be64(s[0] & keep);
    }
    s[0] ^= 0x8000000000000000UL >> (8 * left);

    s[1] ^= k0;
    s[2] ^= k1;
    permute(s, 0);
    tag[id] = (ulong2)(be64(s[3] ^ k0), be64(s[4] ^ k1));
}
