// Biased second-order random walks over an undirected graph (node2vec) by rejection sampling: a
// work-item makes one walk. Neighbours are sorted; walks are stored by columns.
#define MAX_TRIES 32

static inline uint pcg(uint *state)
{
    const uint s = *state;
    *state = s * 747796405u + 2891336453u;
    const uint w = ((s >> ((s >> 28) + 4)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

static inline bool adjacent(__global const uint *restrict col, uint lo, uint hi, const uint v)
{
    while (lo < hi) {
        const uint mid = (lo + hi) >> 1;
        const uint c = col[mid];
        if (c == v)
            return true;
        if (c < v)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

__kernel void node2vec_walks(__global const uint *restrict row_ptr,
                             __global const uint *restrict col,
                             __global const uint *restrict start,
                             __global uint *restrict walks,
                             const uint nwalks,
                             const uint length,
                             const uint seed,
                             const float inv_p,
                             const float inv_q)
{
    const uint id = get_global_id(0);
    if (id >= nwalks)
        return;

    uint state = (id * 2654435761u) ^ seed;
    pcg(&state);
    const float top = fmax(1.0f, fmax(inv_p, inv_q));
    const float sure = fmin(1.0f, fmin(inv_p, inv_q));

    uint v = start[id];
    uint prev_lo = 0, prev_hi = 0, prev = UINT_MAX;
    walks[id] = v;
    for (uint s = 1; s < length; s++) {
        const uint lo = row_ptr[v];
        const uint hi = row_ptr[v + 1];
        uint next = v;
        if (hi > lo) {
            for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
                next = col[lo + mul_hi(pcg(&state), hi - lo)];
                if (prev == UINT_MAX)
                    break;
                const float u = (float)(pcg(&state) >> 8) * 0x1p-24f * top;
                if (u < sure)
                    break;
                float bias = inv_q;
                if (next == prev)
                    bias = inv_p;
                else if (adjacent(col, prev_lo, prev_hi, next))
                    bias = 1.0f;
                if (u < bias)
                    break;
            }
        }
        prev = v;
        prev_lo = lo;
        prev_hi = hi;
        v = next;
        walks[s * nwalks + id] = v;
    }
}
