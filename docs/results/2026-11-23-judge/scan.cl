/* inclusive scan of a block by Hillis and Steele, two buffers */
__kernel void scan_hs(__global const int *in, __global int *out, const int n)
{
    __local int t[2][256];
    int l = get_local_id(0);
    int g = get_global_id(0);
    int cur = 0;
    t[0][l] = g < n ? in[g] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < (int)get_local_size(0); d <<= 1) {
        int nxt = 1 - cur;
        if (l >= d)
            t[nxt][l] = t[cur][l] + t[cur][l - d];
        else
            t[nxt][l] = t[cur][l];
        cur = nxt;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (g < n)
        out[g] = t[cur][l];
}

#define BLOCK 1024
/* exclusive scan of BLOCK floats by BLOCK/2 items, work-efficient */
__kernel void scan_blelloch(__global const float *in, __global float *out,
                            __global float *sums)
{
    __local float t[BLOCK];
    int l = get_local_id(0);
    int base = get_group_id(0) * BLOCK;
    t[2 * l] = in[base + 2 * l];
    t[2 * l + 1] = in[base + 2 * l + 1];
    int off = 1;
    for (int d = BLOCK >> 1; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = off * (2 * l + 1) - 1;
            int b = off * (2 * l + 2) - 1;
            t[b] += t[a];
        }
        off <<= 1;
    }
    if (l == 0) {
        sums[get_group_id(0)] = t[BLOCK - 1];
        t[BLOCK - 1] = 0.0f;
    }
    for (int d = 1; d < BLOCK; d <<= 1) {
        off >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int a = off * (2 * l + 1) - 1;
            int b = off * (2 * l + 2) - 1;
            float x = t[a];
            t[a] = t[b];
            t[b] += x;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + 2 * l] = t[2 * l];
    out[base + 2 * l + 1] = t[2 * l + 1];
}
