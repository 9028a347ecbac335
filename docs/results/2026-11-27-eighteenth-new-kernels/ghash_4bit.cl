// GHASH of many messages (the authentication of AES-GCM), a message a work-item, with Shoup's four-bit tables: the sixteen
// multiples of the message's hash key are made first, then each block takes 32 look-ups and shifts.

__constant ushort reduce4[16] = {
    0x0000, 0x1c20, 0x3840, 0x2460, 0x7080, 0x6ca0, 0x48c0, 0x54e0,
    0xe100, 0xfd20, 0xd940, 0xc560, 0x9180, 0x8da0, 0xa9c0, 0xb5e0
};

static inline ulong big_endian(uchar8 b)
{
    return as_ulong(b.s76543210);
}

__kernel void ghash_4bit(__global const uchar *data,
                         __global const uint *begin,      /* in bytes; the last one is the end */
                         __global const ulong2 *keys,     /* H, high half first */
                         __global ulong2 *tags,
                         uint messages)
{
    const uint id = get_global_id(0);
    if (id >= messages)
        return;

    ulong hh[16], hl[16];
    ulong vh = keys[id].x, vl = keys[id].y;
    hh[0] = 0;
    hl[0] = 0;
    hh[8] = vh;
    hl[8] = vl;
    for (int i = 4; i > 0; i >>= 1) {
        const ulong carry = (vl & 1) * 0xe100000000000000UL;
        vl = (vh << 63) | (vl >> 1);
        vh = (vh >> 1) ^ carry;
        hh[i] = vh;
        hl[i] = vl;
    }
    for (int i = 2; i < 16; i <<= 1)
        for (int j = 1; j < i; j++) {
            hh[i + j] = hh[i] ^ hh[j];
            hl[i + j] = hl[i] ^ hl[j];
        }

    ulong yh = 0, yl = 0;
    uint at = begin[id];
    const uint end = begin[id + 1];
    const uint bytes = end - at;

    while (at < end) {
        if (end - at >= 16) {
            yh ^= big_endian(vload8(0, data + at));
            yl ^= big_endian(vload8(0, data + at + 8));
        } else {
            for (uint k = 0; at + k < end; k++) {
                const ulong byte = data[at + k];
                if (k < 8)
                    yh ^= byte << (56 - 8 * k);
                else
                    yl ^= byte << (120 - 8 * k);
            }
        }
        at = min(at + 16, end);

        ulong zh = 0, zl = 0;
        for (int k = 0; k < 32; k++) {
            const uint nibble = (uint)((k < 16 ? yl >> (4 * k) : yh >> (4 * k - 64)) & 15);
            if (k > 0) {
                const uint out = (uint)zl & 15;
                zl = (zh << 60) | (zl >> 4);
                zh = (zh >> 4) ^ ((ulong)reduce4[out] << 48);
            }
            zh ^= hh[nibble];
            zl ^= hl[nibble];
        }
        yh = zh;
        yl = zl;
    }
    tags[id] = (ulong2)(yh, yl ^ (ulong)bytes * 8);
}
