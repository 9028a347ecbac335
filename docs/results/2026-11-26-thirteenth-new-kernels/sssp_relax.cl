// One round of shortest paths: relax the out-edges of the frontier's vertices with atomic minima and mark who improved (graph analytics).
kernel void sssp_relax(global const int *frontier, int n_frontier, global const int *row_first,
                       global const int *column, global const ushort *weight, global const uint *distance,
                       uint bound, global uint *next, global uint *changed)
{
    int i = get_global_id(0);
    if (i >= n_frontier)
        return;
    int u = frontier[i];
    uint du = distance[u];
    if (du >= bound)                              // of a later bucket: not yet
        return;
    int end = row_first[u + 1];
    for (int e = row_first[u]; e < end; e++) {
        int v = column[e];
        uint through = du + weight[e];
        if (through < distance[v]) {
            uint old = atomic_min(&next[v], through);
            if (through <= old)
                atomic_or(&changed[v >> 5], 1u << (v & 31));
        }
    }
}
