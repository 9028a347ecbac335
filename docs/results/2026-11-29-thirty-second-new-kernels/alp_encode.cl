// ALP (adaptive lossless floating point) encoding of decimal-like doubles: a work-group takes a vector of
// 1024 values, picks one of the row group's pairs (e, f) on a sample, writes v * 10^(e - f) as integers
// against a frame of reference, bit-packed in 64 interleaved lanes, and keeps what does not fit apart.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define LANES 64
#define PER_LANE 16
#define VECTOR (LANES * PER_LANE)
#define SAMPLES 32
#define MAX_PAIRS 5
#define MAGIC 6755399441055744.0
#define LIMIT 1125899906842624.0

__constant double POW10[19] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18 };
__constant double INV10[19] = { 1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13,
                                1e-14, 1e-15, 1e-16, 1e-17, 1e-18 };

static inline bool encode(const double v, const int e, const int f, long *enc)
{
    const double scaled = v * POW10[e] * INV10[f];
    if (!(fabs(scaled) < LIMIT))
        return false;
    *enc = (long)((scaled + MAGIC) - MAGIC);
    const double back = (double)*enc * POW10[f] * INV10[e];
    return as_long(back) == as_long(v);
}

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void alp_encode(__global const double *restrict values,
                __global const uchar2 *restrict pairs,         // (e, f), MAX_PAIRS a row group
                __global const uchar *restrict npairs,
                __global ushort *restrict packed,
                __global long *restrict frame,
                __global uchar4 *restrict header,              // e, f, bits, unused
                __global ushort *restrict exc_pos,
                __global double *restrict exc_val,
                __global uint *restrict exc_count,
                const int n,
                const int vectors_per_rowgroup)
{
    __local int cost[MAX_PAIRS];
    __local long lo[LANES], hi[LANES];
    __local int best;
    __local int nexc;

    const int lid = get_local_id(0);
    const int vec = get_group_id(0);
    const int rowgroup = vec / vectors_per_rowgroup;
    const int first = vec * VECTOR;
    const int np = npairs[rowgroup];
    __global const uchar2 *my_pairs = pairs + rowgroup * MAX_PAIRS;

    if (lid == 0)
        nexc = 0;
    if (lid < np) {
        const uchar2 ef = my_pairs[lid];
        long smin = LONG_MAX, smax = LONG_MIN;
        int bad = 0;
        for (int s = 0; s < SAMPLES; s++) {
            long enc;
            if (encode(values[min(first + s * (VECTOR / SAMPLES), n - 1)], ef.x, ef.y, &enc)) {
                smin = min(smin, enc);
                smax = max(smax, enc);
            } else {
                bad++;
            }
        }
        const int bits = smin <= smax ? 64 - (int)clz(smax - smin) : 0;
        cost[lid] = bits * SAMPLES + bad * (64 + 16);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        int b = 0;
        for (int c = 1; c < np; c++)
            if (cost[c] < cost[b])
                b = c;
        best = b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const uchar2 ef = my_pairs[best];
    long enc[PER_LANE];
    uint bad = 0;
    long mn = LONG_MAX, mx = LONG_MIN;
    for (int i = 0; i < PER_LANE; i++) {
        const int at = i * LANES + lid;
        const double v = values[min(first + at, n - 1)];
        long q = 0;
        if (encode(v, ef.x, ef.y, &q)) {
            mn = min(mn, q);
            mx = max(mx, q);
        } else {
            bad |= 1u << i;
            const int slot = atomic_inc(&nexc);
            exc_pos[first + slot] = (ushort)at;
            exc_val[first + slot] = v;
        }
        enc[i] = q;
    }
    lo[lid] = mn;
    hi[lid] = mx;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = LANES / 2; step > 0; step >>= 1) {
        if (lid < step) {
            lo[lid] = min(lo[lid], lo[lid + step]);
            hi[lid] = max(hi[lid], hi[lid + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const bool any = lo[0] <= hi[0];
    const long base = any ? lo[0] : 0;
    const int bits = any ? 64 - (int)clz(hi[0] - lo[0]) : 0;

    __global ushort *out = packed + first * 4 + lid;
    uint word = 0;
    int fill = 0;
    for (int i = 0; i < PER_LANE; i++) {
        ulong rest = (bad >> i & 1u) ? 0ul : (ulong)(enc[i] - base);
        int left = bits;
        while (left > 0) {
            const int take = min(left, 16 - fill);
            word |= ((uint)rest & ((1u << take) - 1u)) << fill;
            rest >>= take;
            left -= take;
            fill += take;
            if (fill == 16) {
                *out = (ushort)word;
                out += LANES;
                word = 0;
                fill = 0;
            }
        }
    }

    if (lid == 0) {
        frame[vec] = base;
        header[vec] = (uchar4)(ef.x, ef.y, (uchar)bits, 0);
        exc_count[vec] = (uint)nexc;
    }
}
