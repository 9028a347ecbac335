// Backup storage: content-defined chunk boundaries with the Gear rolling hash, one stretch per item.
__kernel void gear_chunks(__global const uchar *stream, __global const uint *gear,
                          __global ushort *cuts, __global uchar *cut_count,
                          __local uint *table, const int n_bytes, const int stretch,
                          const uint mask, const int max_cuts)
{
    for (int k = get_local_id(0); k < 256; k += get_local_size(0))
        table[k] = gear[k];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int item = get_global_id(0);
    const int begin = item * stretch;
    if (begin >= n_bytes)
        return;
    const int end = min(begin + stretch, n_bytes);
    uint hash = 0;
    for (int k = max(begin - 32, 0); k < begin; ++k)
        hash = (hash << 1) + table[stream[k]];

    int found = 0, last = -16;
    for (int k = begin; k < end; ++k) {
        hash = (hash << 1) + table[stream[k]];
        if ((hash & mask) == 0) {
            const int offset = k - begin;
            if (offset - last >= 16 && found < max_cuts) {
                cuts[item * max_cuts + found] = (ushort)offset;
                ++found;
                last = offset;
            }
        }
    }
    cut_count[item] = (uchar)found;
}
