// Approximate matching of short patterns (at most 64 letters) in many sequences of unequal
// length: Myers' bit-vector algorithm, a sequence a work-item, a pattern a row of work-groups.
#define LETTERS 24

__kernel void myers_search(__global const uchar *restrict patterns, __global const int *restrict pattern_len,
                           __global const uchar *restrict text, __global const int *restrict text_first,
                           __global short *restrict best_score, __global int *restrict best_end,
                           const int sequences)
{
    __local ulong eq[LETTERS];
    const int which = get_global_id(1);
    const int m = pattern_len[which];
    for (int a = get_local_id(0); a < LETTERS; a += get_local_size(0)) {
        ulong bits = 0;
        for (int i = 0; i < m; i++)
            if (patterns[which * 64 + i] == a)
                bits |= 1ul << i;
        eq[a] = bits;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int s = get_global_id(0);
    if (s >= sequences)
        return;
    const int begin = text_first[s], end = text_first[s + 1];
    const ulong last = 1ul << (m - 1);
    ulong pv = ~0ul, mv = 0;
    int score = m, best = m, at = -1;
    for (int i = begin; i < end; i++) {
        const ulong e = eq[text[i]];
        const ulong xv = e | mv;
        const ulong xh = (((e & pv) + pv) ^ pv) | e;
        ulong ph = mv | ~(xh | pv);
        ulong mh = pv & xh;
        if (ph & last)
            score++;
        else if (mh & last)
            score--;
        ph <<= 1;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
        if (score < best) {
            best = score;
            at = i - begin;
        }
    }
    best_score[which * sequences + s] = (short)best;
    best_end[which * sequences + s] = at;
}
