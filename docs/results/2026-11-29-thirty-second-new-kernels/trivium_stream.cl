// Trivium over packets of many sessions: a work-item takes one packet, 64 steps of the cipher at once
// (no tap lies nearer than 66 to the head of its register).
typedef struct { ulong near, far; } reg128;

static inline ulong tap(const reg128 r, const int p)       // bits p - 63 .. p, the oldest at the top
{
    return r.near >> (p - 64) | r.far << (128 - p);
}

static inline ulong trivium_64(reg128 *a, reg128 *b, reg128 *c)
{
    ulong t1 = tap(*a, 66) ^ tap(*a, 93);
    ulong t2 = tap(*b, 69) ^ tap(*b, 84);
    ulong t3 = tap(*c, 66) ^ tap(*c, 111);
    const ulong z = t1 ^ t2 ^ t3;
    t1 ^= (tap(*a, 91) & tap(*a, 92)) ^ tap(*b, 78);
    t2 ^= (tap(*b, 82) & tap(*b, 83)) ^ tap(*c, 87);
    t3 ^= (tap(*c, 109) & tap(*c, 110)) ^ tap(*a, 69);
    a->far = a->near;
    a->near = t3;
    b->far = b->near;
    b->near = t1;
    c->far = c->near;
    c->near = t2;
    return z;
}

__kernel void trivium_stream(__global const ulong2 *restrict keys,      // 80 bits: x the first 64, y the last 16
                             __global const ushort *restrict session,
                             __global const ulong *restrict nonces,     // IV: this and the packet's number
                             __global const uint *restrict start,       // in words of eight bytes
                             __global const ushort *restrict bytes,
                             __global const ulong *restrict plain,
                             __global ulong *restrict cipher,
                             const uint npackets)
{
    const uint p = get_global_id(0);
    if (p >= npackets)
        return;

    const ulong2 key = keys[session[p]];
    reg128 a = { key.x, key.y & 0xfffful };
    reg128 b = { nonces[p], p & 0xfffful };
    reg128 c = { 0ul, 7ul << 44 };

    for (int i = 0; i < 18; i++)
        trivium_64(&a, &b, &c);

    const uint len = bytes[p];
    const uint words = len >> 3;
    const uint tail = len & 7u;
    __global const ulong *in = plain + start[p];
    __global ulong *out = cipher + start[p];
    for (uint w = 0; w < words; w++) {
        const ulong z = trivium_64(&a, &b, &c);
        out[w] = in[w] ^ as_ulong(as_uchar8(z).s76543210);
    }
    if (tail) {
        const ulong z = as_ulong(as_uchar8(trivium_64(&a, &b, &c)).s76543210);
        out[words] = (in[words] ^ z) & ((1ul << (8u * tail)) - 1ul);
    }
}
