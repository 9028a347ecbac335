// Collinear chaining of seed anchors as in minimap2 (mm_chain_dp), a read per work-item.
// Anchors of a read are sorted by reference position: x = reference end, y = query end.
__kernel void anchor_chain(__global const int2 *restrict anchors,
                           __global const int *restrict read_ptr,
                           __global int *score,
                           __global int *parent,
                           __global int *restrict best_end,
                           const int nreads, const int span,
                           const int max_dist, const int bandwidth,
                           const int max_iter, const int max_skip)
{
    const int r = get_global_id(0);
    if (r >= nreads)
        return;

    const int begin = read_ptr[r];
    const int end = read_ptr[r + 1];
    int st = begin, top = -1, top_score = 0;

    for (int i = begin; i < end; i++) {
        const int2 a = anchors[i];
        int best = span, from = -1, skipped = 0;

        while (st < i && a.x - anchors[st].x > max_dist)
            st++;

        for (int j = i - 1; j >= max(st, i - max_iter); j--) {
            const int2 b = anchors[j];
            const int dr = a.x - b.x;
            const int dq = a.y - b.y;
            if (dr == 0 || dq <= 0 || dq > max_dist)
                continue;
            const int dd = abs(dr - dq);
            if (dd > bandwidth)
                continue;

            const int gain = min(min(dq, dr), span);
            const int log_dd = dd ? 31 - (int)clz((uint)dd) : 0;
            const int cost = (dd * span * 41 >> 12) + (log_dd >> 1);
            const int s = score[j] + gain - cost;
            if (s > best) {
                best = s;
                from = j;
                if (skipped > 0)
                    skipped--;
            } else if (parent[j] >= 0 && ++skipped > max_skip)
                break;
        }

        score[i] = best;
        parent[i] = from;
        if (best > top_score) {
            top_score = best;
            top = i;
        }
    }
    best_end[r] = top;
}
