// One level of the downward sweep of PHAST over a contraction hierarchy, 16 sources at once: vertices
// of a level hang only on vertices of higher levels, which stand before them in the order.
#define FAR 0x3fffffffu

__kernel void phast_sweep(__global const uint *restrict arc_ptr,
                          __global const uint2 *restrict arcs,          // tail, weight
                          __global uint16 *restrict dist,
                          __global uint *restrict reached,
                          const uint first,
                          const uint count)
{
    const uint i = get_global_id(0);
    if (i >= count)
        return;

    const uint v = first + i;
    uint16 best = dist[v];
    const uint end = arc_ptr[i + 1];
    for (uint a = arc_ptr[i]; a < end; a++) {
        const uint2 arc = arcs[a];
        best = min(best, dist[arc.x] + arc.y);
    }
    dist[v] = best;

    const int16 open = best < (uint16)(FAR);
    const int8 h = open.lo + open.hi;
    const int4 q = h.lo + h.hi;
    reached[i] = (uint)-(q.x + q.y + q.z + q.w);
}
