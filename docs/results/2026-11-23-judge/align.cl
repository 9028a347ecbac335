#define L 128
/* Smith-Waterman score of pairs of sequences of length L, linear gap cost;
   a group of L items per pair walks the anti-diagonals in local memory */
__kernel void smith_waterman(__global const uchar *a, __global const uchar *b,
                             __global int *score, const int match, const int mismatch, const int gap)
{
    __local int d0[L + 1], d1[L + 1], d2[L + 1];
    __local uchar sb[L];
    __local int best[L];
    int i = get_local_id(0);
    int g = get_group_id(0);
    uchar ca = a[g * L + i];
    sb[i] = b[g * L + i];
    d0[i + 1] = 0; d1[i + 1] = 0; d2[i + 1] = 0;
    if (i == 0) { d0[0] = 0; d1[0] = 0; d2[0] = 0; }
    int mine = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int *pp = d0, *p = d1, *c = d2;
    for (int s = 0; s < 2 * L - 1; ++s) {
        int j = s - i;
        if (j >= 0 && j < L) {
            int diag = (j > 0 ? pp[i] : 0) + (ca == sb[j] ? match : mismatch);
            int up = p[i] - gap;
            int left = (j > 0 ? p[i + 1] : 0) - gap;
            int v = max(max(diag, 0), max(up, left));
            c[i + 1] = v;
            mine = max(mine, v);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        __local int *t = pp;
        pp = p;
        p = c;
        c = t;
    }
    best[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = L / 2; s > 0; s >>= 1) {
        if (i < s)
            best[i] = max(best[i], best[i + s]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0)
        score[g] = best[0];
}
