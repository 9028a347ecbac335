/*
 * Inverse Burrows-Wheeler transform as in bzip2: every block is undone by one work-item. Pass one counts symbols, pass
 * two threads the successor list through tt (successor << 8 | symbol), pass three follows it. Also returns a checksum.
 */
__kernel void ibwt_blocks(__global const uchar *bwt, __global const uint *block_begin, __global const uint *origin,
                          __global uint *tt, __global uchar *text, __global uint *adler, uint blocks)
{
    const uint b = get_global_id(0);
    if (b >= blocks)
        return;

    const uint begin = block_begin[b];
    const uint n = block_begin[b + 1] - begin;
    __global const uchar *in = bwt + begin;
    __global uchar *out = text + begin;
    __global uint *t = tt + begin;

    uint cum[256];
    for (int i = 0; i < 256; i++)
        cum[i] = 0;
    for (uint i = 0; i < n; i++) {
        const uchar c = in[i];
        cum[c]++;
        t[i] = c;
    }
    uint sum = 0;
    for (int i = 0; i < 256; i++) {
        const uint k = cum[i];
        cum[i] = sum;
        sum += k;
    }
    for (uint i = 0; i < n; i++) {
        const uchar c = in[i];
        t[cum[c]++] |= i << 8;
    }

    uint at = t[origin[b]] >> 8;
    uint s1 = 1, s2 = 0;
    for (uint i = 0; i < n; i++) {
        const uint e = t[at];
        const uchar c = e & 0xff;
        at = e >> 8;
        out[i] = c;
        s1 += c;
        s2 += s1;
        if ((i & 2047) == 2047) {
            s1 %= 65521;
            s2 %= 65521;
        }
    }
    adler[b] = (s2 % 65521) << 16 | (s1 % 65521);
}
