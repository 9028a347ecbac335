// Sampled dense-dense product of a graph transformer: for each stored entry (i, j) of a CSR mask, the dot
// product of query i and key j, scaled by the entry. A work-group takes a row: its query in local memory,
// the row's entries over the lanes; the row's maximum is kept for the softmax that follows.
#define LANES 32
#define MAXD4 64

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void sddmm_csr(__global const uint *restrict row_ptr,
               __global const uint *restrict col,
               __global const float *restrict edge,
               __global const float4 *restrict query,       // nrows x d4
               __global const float4 *restrict key,         // ncols x d4
               __global float *restrict out,
               __global float *restrict row_max,
               const int d4,
               const float scale)
{
    __local float4 s_query[MAXD4];
    __local float s_max[LANES];

    const int lid = get_local_id(0);
    const int row = get_group_id(0);

    for (int d = lid; d < d4; d += LANES)
        s_query[d] = query[(size_t)row * d4 + d] * scale;
    barrier(CLK_LOCAL_MEM_FENCE);

    float peak = -FLT_MAX;
    const uint end = row_ptr[row + 1];
    for (uint e = row_ptr[row] + lid; e < end; e += LANES) {
        __global const float4 *k = key + (size_t)col[e] * d4;
        float4 acc = (float4)(0.0f);
        for (int d = 0; d < d4; d++)
            acc = mad(s_query[d], k[d], acc);
        const float s = (acc.x + acc.y + acc.z + acc.w) * edge[e];
        out[e] = s;
        peak = fmax(peak, s);
    }

    s_max[lid] = peak;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = LANES / 2; step > 0; step >>= 1) {
        if (lid < step)
            s_max[lid] = fmax(s_max[lid], s_max[lid + step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        row_max[row] = s_max[0];
}
