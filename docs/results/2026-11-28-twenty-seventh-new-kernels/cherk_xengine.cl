// X-engine of a radio correlator: per frequency channel the lower triangle of V^H V
// (a complex Hermitian rank-k update). Work-group 8x8 computes a 16x16 block of baselines,
// 2x2 of them per work-item. nant and ntime are multiples of 16.
// NDRange: (8 * nblocks * (nblocks + 1) / 2, 8, nchan), nblocks = nant / 16.
#define BLK 16
#define TK 16

inline float2 cmac_conj(float2 acc, float2 a, float2 b)
{
    acc.x = mad(a.x, b.x, mad(a.y, b.y, acc.x));
    acc.y = mad(a.y, b.x, mad(-a.x, b.y, acc.y));
    return acc;
}

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void cherk_xengine(__global const float2 *restrict volt,    /* [chan][time][ant] */
                   __global float2 *restrict vis,           /* [chan][nant * (nant + 1) / 2] */
                   const int nant, const int ntime)
{
    __local float2 ta[TK][BLK];
    __local float2 tb[TK][BLK];

    const int t = get_group_id(0);
    int brow = (int)((sqrt(8.0f * (float)t + 1.0f) - 1.0f) * 0.5f);
    while ((brow + 1) * (brow + 2) / 2 <= t)
        brow++;
    while (brow * (brow + 1) / 2 > t)
        brow--;
    const int bcol = t - brow * (brow + 1) / 2;

    const int lx = get_local_id(0), ly = get_local_id(1);
    const int chan = get_global_id(2);
    const int lin = ly * 8 + lx;
    __global const float2 *v = volt + (size_t)chan * ntime * nant;

    float2 acc00 = (float2)(0.0f), acc01 = (float2)(0.0f);
    float2 acc10 = (float2)(0.0f), acc11 = (float2)(0.0f);

    for (int t0 = 0; t0 < ntime; t0 += TK) {
        for (int e = lin; e < TK * BLK; e += 64) {
            const int tt = e / BLK, a = e % BLK;
            ta[tt][a] = v[(t0 + tt) * nant + brow * BLK + a];
            tb[tt][a] = v[(t0 + tt) * nant + bcol * BLK + a];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int k = 0; k < TK; k++) {
            const float2 a0 = ta[k][ly], a1 = ta[k][ly + 8];
            const float2 b0 = tb[k][lx], b1 = tb[k][lx + 8];
            acc00 = cmac_conj(acc00, a0, b0);
            acc01 = cmac_conj(acc01, a0, b1);
            acc10 = cmac_conj(acc10, a1, b0);
            acc11 = cmac_conj(acc11, a1, b1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    __global float2 *o = vis + (size_t)chan * (nant * (nant + 1) / 2);
    const int r0 = brow * BLK + ly, r1 = r0 + 8;
    const int c0 = bcol * BLK + lx, c1 = c0 + 8;
    if (c0 <= r0) o[r0 * (r0 + 1) / 2 + c0] += acc00;
    if (c1 <= r0) o[r0 * (r0 + 1) / 2 + c1] += acc01;
    if (c0 <= r1) o[r1 * (r1 + 1) / 2 + c0] += acc10;
    if (c1 <= r1) o[r1 * (r1 + 1) / 2 + c1] += acc11;
}
