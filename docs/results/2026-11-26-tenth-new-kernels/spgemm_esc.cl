// Sparse matrix product, one row of A a work-group: expand the partial products into local memory,
// sort them by column (bitonic), compress equal columns. Rows with more than TILE products or more
// than GROUP entries of A go to another kernel.
#define GROUP 64
#define TILE 256

inline uint scan_exclusive(__local uint *buf, const uint lid, const uint value, uint *total)
{
    buf[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < GROUP; d <<= 1) {
        const uint add = lid >= d ? buf[lid - d] : 0u;
        barrier(CLK_LOCAL_MEM_FENCE);
        buf[lid] += add;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const uint before = buf[lid] - value;
    *total = buf[GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void spgemm_esc(__global const uint *restrict a_first, __global const uint *restrict a_col,
                __global const float *restrict a_val,
                __global const uint *restrict b_first, __global const uint *restrict b_col,
                __global const float *restrict b_val,
                __global const uint *restrict c_first, __global uint *restrict c_col,
                __global float *restrict c_val, __global uint *restrict c_count)
{
    __local uint buf[GROUP];
    __local uint offset[GROUP], start[GROUP];
    __local float weight[GROUP];
    __local uint key[TILE];
    __local float val[TILE];
    const uint lid = get_local_id(0), row = get_group_id(0);
    const uint first = a_first[row], entries = a_first[row + 1] - first;

    uint count = 0;
    if (lid < entries) {
        const uint k = a_col[first + lid];
        start[lid] = b_first[k];
        count = b_first[k + 1] - start[lid];
        weight[lid] = a_val[first + lid];
    }
    uint total;
    const uint before = scan_exclusive(buf, lid, count, &total);
    offset[lid] = before;
    uint padded = GROUP;
    while (padded < total)
        padded <<= 1;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint p = lid; p < padded; p += GROUP) {
        uint c = 0xffffffffu;
        float v = 0.0f;
        if (p < total) {
            uint lo = 0, hi = entries;                   // the last entry whose offset is <= p
            while (hi - lo > 1) {
                const uint mid = (lo + hi) >> 1;
                if (offset[mid] <= p)
                    lo = mid;
                else
                    hi = mid;
            }
            const uint q = start[lo] + (p - offset[lo]);
            c = b_col[q];
            v = weight[lo] * b_val[q];
        }
        key[p] = c;
        val[p] = v;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint size = 2; size <= padded; size <<= 1)
        for (uint stride = size >> 1; stride > 0; stride >>= 1) {
            for (uint t = lid; t < padded / 2; t += GROUP) {
                const uint i = 2 * t - (t & (stride - 1)), j = i + stride;
                const uint ki = key[i], kj = key[j];
                if ((ki > kj) == ((i & size) == 0)) {
                    key[i] = kj;
                    key[j] = ki;
                    const float v = val[i];
                    val[i] = val[j];
                    val[j] = v;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }

    const uint per = padded / GROUP;
    uint heads = 0;
    for (uint p = lid * per; p < (lid + 1) * per && p < total; p++)
        heads += p == 0 || key[p] != key[p - 1];
    uint unique;
    uint rank = scan_exclusive(buf, lid, heads, &unique);
    const uint out = c_first[row];
    for (uint p = lid * per; p < (lid + 1) * per && p < total; p++) {
        if (p != 0 && key[p] == key[p - 1])
            continue;
        float sum = val[p];
        for (uint q = p + 1; q < total && key[q] == key[p]; q++)
            sum += val[q];
        c_col[out + rank] = key[p];
        c_val[out + rank] = sum;
        rank++;
    }
    if (lid == 0)
        c_count[row] = unique;
}
