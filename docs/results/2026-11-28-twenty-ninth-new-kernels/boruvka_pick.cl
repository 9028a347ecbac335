// Boruvka's minimum spanning forest, the picking step: each vertex looks for its lightest edge that
// leaves its tree and offers it to the tree's root. Weights are distinct ranks; the union-find
// forest `parent` is not fully compressed.
static inline uint find_root(__global const uint *restrict parent, uint v)
{
    uint p = parent[v];
    while (p != v) {
        v = p;
        p = parent[v];
    }
    return v;
}

__kernel void boruvka_pick(__global const uint *restrict row_ptr,
                           __global const uint *restrict col,
                           __global const uint *restrict rank,
                           __global const uint *restrict parent,
                           __global uint *restrict lightest,
                           __global uint *restrict alive,
                           const uint nverts)
{
    const uint v = get_global_id(0);
    if (v >= nverts)
        return;

    const uint root = find_root(parent, v);
    const uint end = row_ptr[v + 1];
    uint best = UINT_MAX;
    uint leaving = 0;
    for (uint e = row_ptr[v]; e < end; e++) {
        const uint u = col[e];
        if (parent[u] == root || find_root(parent, u) == root)
            continue;
        leaving++;
        best = min(best, rank[e]);
    }
    alive[v] = leaving;
    if (leaving)
        atomic_min(&lightest[root], best);
}
