/* Maximum clique of many graphs of up to 64 vertices by branch and bound (correspondence graphs of molecules). One
 * work-group a graph; lane v searches the cliques whose lowest vertex is v, depth first with an explicit stack of
 * candidate sets kept as 64-bit masks. */

#define N 64

static int lowest_bit(ulong x)
{
    return 63 - (int)clz(x & (0UL - x));
}

__kernel void clique_bnb(__global const ulong *adjacency, __global int *clique_size, __global uint *nodes_visited)
{
    __local ulong adj[N];
    __local int group_best;
    __local uint group_nodes;

    const int v = get_local_id(0);
    const int graph = get_group_id(0);

    adj[v] = adjacency[graph * N + v];
    if (v == 0) {
        group_best = 0;
        group_nodes = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    ulong stack[N];
    int depth = 0;
    int best = 1;
    uint nodes = 0;

    stack[0] = adj[v] & ((~0UL << v) << 1);

    while (depth >= 0) {
        const ulong candidates = stack[depth];
        if (depth + 1 + (int)popcount(candidates) <= best) {
            depth--;
            continue;
        }
        const int w = lowest_bit(candidates);
        const ulong rest = candidates & (candidates - 1);
        const ulong deeper = rest & adj[w];

        stack[depth] = rest;
        nodes++;
        best = max(best, depth + 2);
        if (deeper != 0)
            stack[++depth] = deeper;
    }

    atomic_max(&group_best, best);
    atomic_add(&group_nodes, nodes);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (v == 0) {
        clique_size[graph] = group_best;
        nodes_visited[graph] = group_nodes;
    }
}
