// A round of the local k-core decomposition: the estimate of a vertex becomes the h-index of those of its
// neighbours (the largest h such that h of them are at least h), never more than it was. Vertices none of
// whose neighbours changed in the round before are left alone.
__kernel void hindex_core(__global const uint *restrict row_ptr,
                          __global const uint *restrict column,
                          __global const uint *restrict core,
                          __global const uchar *restrict active,
                          __global uint *restrict bucket,               // row_ptr[n] + n
                          __global uint *restrict next_core,
                          __global uchar *restrict changed,
                          const uint nvertices)
{
    const uint v = get_global_id(0);
    if (v >= nvertices)
        return;
    const uint old = core[v];
    if (!active[v] || old == 0) {
        next_core[v] = old;
        changed[v] = 0;
        return;
    }

    const uint begin = row_ptr[v];
    const uint end = row_ptr[v + 1];
    __global uint *count = bucket + begin + v;                          // old <= degree
    for (uint k = 0; k <= old; k++)
        count[k] = 0;
    uint enough = 0;
    for (uint e = begin; e < end; e++) {
        const uint c = core[column[e]];
        if (c >= old)
            enough++;
        else
            count[c]++;
    }
    uint h = old;
    while (enough < h) {
        h--;
        enough += count[h];
    }
    next_core[v] = h;
    changed[v] = h != old;
}
