// Bottom-up step of a direction-optimising breadth-first search: 32 vertices (a word of the
// bitmaps) per work-item; an unvisited vertex looks for a parent in the frontier.
__kernel void bfs_bottom_up(__global const uint *restrict row_ptr,
                            __global const uint *restrict col,
                            __global const uint *restrict visited,
                            __global const uint *restrict frontier,
                            __global uint *restrict next,
                            __global int *restrict parent,
                            __global uint *restrict found,
                            const uint nverts)
{
    const uint w = get_global_id(0);
    if (w * 32 >= nverts)
        return;

    uint todo = ~visited[w];
    if (nverts - w * 32 < 32)
        todo &= (1u << (nverts - w * 32)) - 1u;

    uint woken = 0;
    while (todo) {
        const uint bit = 31u - clz(todo);
        const uint v = w * 32 + bit;
        todo ^= 1u << bit;
        const uint end = row_ptr[v + 1];
        for (uint e = row_ptr[v]; e < end; e++) {
            const uint u = col[e];
            if (frontier[u >> 5] >> (u & 31) & 1u) {
                parent[v] = (int)u;
                woken |= 1u << bit;
                break;
            }
        }
    }
    next[w] = woken;
    found[w] = popcount(woken);
}
