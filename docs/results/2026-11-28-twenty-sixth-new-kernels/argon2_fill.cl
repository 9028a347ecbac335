// Argon2d memory filling, first pass of one lane per password candidate.
// NDRange: 1-D, a work-group of 32 per candidate; each 1 KiB block is mixed by the group.
#define QWORDS 128

#define FBLA(x, y) ((x) + (y) + 2UL * (ulong)(uint)(x) * (ulong)(uint)(y))

static void mix(ulong *a, ulong *b, ulong *c, ulong *d)
{
    *a = FBLA(*a, *b);  *d = rotate(*d ^ *a, 32UL);
    *c = FBLA(*c, *d);  *b = rotate(*b ^ *c, 40UL);
    *a = FBLA(*a, *b);  *d = rotate(*d ^ *a, 48UL);
    *c = FBLA(*c, *d);  *b = rotate(*b ^ *c, 1UL);
}

/* word w (0..15) of permutation p (0..7): rows of 16, then columns of word pairs */
static int slot(int pass, int p, int w)
{
    return pass == 0 ? p * 16 + w : (w >> 1) * 16 + p * 2 + (w & 1);
}

__kernel void argon2_fill(__global const ulong *seeds,   /* 2 blocks per candidate */
                          __global ulong *memory,
                          __global ulong *tags,          /* 1 block per candidate */
                          uint blocks)
{
    __local ulong st[QWORDS];
    const int lid = get_local_id(0);
    const size_t cand = get_group_id(0);
    const int p = lid >> 2, i = lid & 3;
    __global ulong *mem = memory + cand * blocks * QWORDS;
    ulong prev[4], keep[4];

    for (int k = 0; k < 4; k++) {
        mem[lid + 32 * k] = seeds[cand * 2 * QWORDS + lid + 32 * k];
        prev[k] = seeds[cand * 2 * QWORDS + QWORDS + lid + 32 * k];
        mem[QWORDS + lid + 32 * k] = prev[k];
    }
    if (lid == 0)
        st[0] = prev[0];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    for (uint n = 2; n < blocks; n++) {
        /* reference block: quadratic bias towards recent ones */
        const uint j1 = (uint)st[0];
        const uint area = n - 1;
        const uint ref = area - 1 - mul_hi(area, mul_hi(j1, j1));
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int k = 0; k < 4; k++) {
            keep[k] = prev[k] ^ mem[(size_t)ref * QWORDS + lid + 32 * k];
            st[lid + 32 * k] = keep[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int pass = 0; pass < 2; pass++)
            for (int diag = 0; diag < 2; diag++) {
                const int sa = slot(pass, p, i);
                const int sb = slot(pass, p, 4 + ((i + diag) & 3));
                const int sc = slot(pass, p, 8 + ((i + 2 * diag) & 3));
                const int sd = slot(pass, p, 12 + ((i + 3 * diag) & 3));
                ulong a = st[sa], b = st[sb], c = st[sc], d = st[sd];
                mix(&a, &b, &c, &d);
                st[sa] = a;  st[sb] = b;  st[sc] = c;  st[sd] = d;
                barrier(CLK_LOCAL_MEM_FENCE);
            }

        for (int k = 0; k < 4; k++) {
            prev[k] = st[lid + 32 * k] ^ keep[k];
            mem[(size_t)n * QWORDS + lid + 32 * k] = prev[k];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid == 0)
            st[0] = prev[0];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    for (int k = 0; k < 4; k++)
        tags[cand * QWORDS + lid + 32 * k] = prev[k];
}
