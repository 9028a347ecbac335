// Poly1305 authentication tags of many messages of nblocks full 16-byte blocks,
// radix 2^26 as in poly1305-donna-32; a message and one-time key per work-item.
#define M26 0x3ffffffu

__kernel void poly1305_tags(__global const uint4 *restrict msg,   /* [message][block] */
                            __global const uint4 *restrict keys,  /* r, s of each message */
                            __global uint4 *restrict tags,
                            const uint nblocks)
{
    const size_t id = get_global_id(0);
    const uint4 k = keys[2 * id];
    const uint r0 = k.x & 0x3ffffff;
    const uint r1 = (k.x >> 26 | k.y << 6) & 0x3ffff03;
    const uint r2 = (k.y >> 20 | k.z << 12) & 0x3ffc0ff;
    const uint r3 = (k.z >> 14 | k.w << 18) & 0x3f03fff;
    const uint r4 = (k.w >> 8) & 0x00fffff;
    const uint s1 = r1 * 5, s2 = r2 * 5, s3 = r3 * 5, s4 = r4 * 5;
    uint h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, c;

    __global const uint4 *m = msg + id * nblocks;
    for (uint b = 0; b < nblocks; b++) {
        const uint4 w = m[b];
        h0 += w.x & M26;
        h1 += (w.x >> 26 | w.y << 6) & M26;
        h2 += (w.y >> 20 | w.z << 12) & M26;
        h3 += (w.z >> 14 | w.w << 18) & M26;
        h4 += w.w >> 8 | 1u << 24;

        ulong d0 = (ulong)h0 * r0 + (ulong)h1 * s4 + (ulong)h2 * s3 + (ulong)h3 * s2 + (ulong)h4 * s1;
        ulong d1 = (ulong)h0 * r1 + (ulong)h1 * r0 + (ulong)h2 * s4 + (ulong)h3 * s3 + (ulong)h4 * s2;
        ulong d2 = (ulong)h0 * r2 + (ulong)h1 * r1 + (ulong)h2 * r0 + (ulong)h3 * s4 + (ulong)h4 * s3;
        ulong d3 = (ulong)h0 * r3 + (ulong)h1 * r2 + (ulong)h2 * r1 + (ulong)h3 * r0 + (ulong)h4 * s4;
        ulong d4 = (ulong)h0 * r4 + (ulong)h1 * r3 + (ulong)h2 * r2 + (ulong)h3 * r1 + (ulong)h4 * r0;

        d1 += d0 >> 26;  h0 = (uint)d0 & M26;
        d2 += d1 >> 26;  h1 = (uint)d1 & M26;
        d3 += d2 >> 26;  h2 = (uint)d2 & M26;
        d4 += d3 >> 26;  h3 = (uint)d3 & M26;
        c = (uint)(d4 >> 26);  h4 = (uint)d4 & M26;
        h0 += c * 5;
        h1 += h0 >> 26;  h0 &= M26;
    }

    h2 += h1 >> 26;  h1 &= M26;
    h3 += h2 >> 26;  h2 &= M26;
    h4 += h3 >> 26;  h3 &= M26;
    h0 += (h4 >> 26) * 5;  h4 &= M26;
    h1 += h0 >> 26;  h0 &= M26;

    /* h mod 2^130 - 5 without a branch */
    uint g0 = h0 + 5, g1 = h1 + (g0 >> 26), g2 = h2 + (g1 >> 26), g3 = h3 + (g2 >> 26);
    const uint g4 = h4 + (g3 >> 26) - (1u << 26);
    const uint use = (g4 >> 31) - 1;
    h0 = bitselect(h0, g0 & M26, use);
    h1 = bitselect(h1, g1 & M26, use);
    h2 = bitselect(h2, g2 & M26, use);
    h3 = bitselect(h3, g3 & M26, use);
    h4 = bitselect(h4, g4, use);

    const uint4 s = keys[2 * id + 1];
    ulong f = (ulong)(h0 | h1 << 26) + s.x;
    uint4 t;
    t.x = (uint)f;
    f = (ulong)(h1 >> 6 | h2 << 20) + s.y + (f >> 32);   t.y = (uint)f;
    f = (ulong)(h2 >> 12 | h3 << 14) + s.z + (f >> 32);  t.z = (uint)f;
    f = (ulong)(h3 >> 18 | h4 << 8) + s.w + (f >> 32);   t.w = (uint)f;
    tags[id] = t;
}
