/* Compression: move-to-front of sorted blocks and bzip2's RUNA/RUNB coding of the zero runs, one block per work-item.
 * Symbols out: 0 and 1 are the digits of a run, rank r becomes r + 1, 257 ends the block. */
static int put_run(__global ushort *to, int at, uint run)
{
    while (run) {
        to[at++] = (run & 1) ? 0 : 1;
        run = (run - 1) >> 1;
    }
    return at;
}

__kernel void mtf_zrle(__global const uchar *restrict sorted, __global const int *restrict begin,
                       __global ushort *restrict symbols, __global int *restrict produced,
                       __global uint *restrict rank_sum, const int blocks)
{
    const int b = get_global_id(0);
    if (b >= blocks)
        return;
    const int from = begin[b], to = begin[b + 1];
    __global ushort *out = symbols + from + b;

    uchar order[256];
    for (int i = 0; i < 256; i++)
        order[i] = (uchar)i;
    int n = 0;
    uint run = 0, ranks = 0;
    for (int i = from; i < to; i++) {
        const uchar c = sorted[i];
        if (order[0] == c) {
            run++;
            continue;
        }
        n = put_run(out, n, run);
        run = 0;
        uchar held = order[0];
        int r = 1;
        for (;; r++) {
            const uchar next = order[r];
            order[r] = held;
            if (next == c)
                break;
            held = next;
        }
        order[0] = c;
        out[n++] = (ushort)(r + 1);
        ranks += r;
    }
    n = put_run(out, n, run);
    out[n++] = 257;
    produced[b] = n;
    rank_sum[b] = ranks;
}
