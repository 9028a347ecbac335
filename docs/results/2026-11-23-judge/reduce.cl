/* first stage of argmax: every group leaves its best value and index */
__kernel void argmax_stage1(__global const float *x, __global float *best,
                            __global int *where, const int n, const int per_item)
{
    __local float lv[256];
    __local int li[256];
    int lid = get_local_id(0);
    int lsz = get_local_size(0);
    int start = get_group_id(0) * lsz * per_item + lid;
    float v = -INFINITY;
    int k = -1;
    for (int j = 0; j < per_item; ++j) {
        int i = start + j * lsz;
        if (i < n && x[i] > v) {
            v = x[i];
            k = i;
        }
    }
    lv[lid] = v;
    li[lid] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = lsz >> 1; s > 0; s >>= 1) {
        if (lid < s && lv[lid + s] > lv[lid]) {
            lv[lid] = lv[lid + s];
            li[lid] = li[lid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        best[get_group_id(0)] = lv[0];
        where[get_group_id(0)] = li[0];
    }
}

/* tiny groups, one block of 32 x float4 each: min, max and sum of a block */
__kernel void block_stats(__global const float4 *x, __global float *stats)
{
    __local float mn[32], mx[32], sm[32];
    int l = get_local_id(0);
    float4 v = x[get_global_id(0)];
    mn[l] = fmin(fmin(v.x, v.y), fmin(v.z, v.w));
    mx[l] = fmax(fmax(v.x, v.y), fmax(v.z, v.w));
    sm[l] = v.x + v.y + v.z + v.w;
    for (int s = 16; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) {
            mn[l] = fmin(mn[l], mn[l + s]);
            mx[l] = fmax(mx[l], mx[l + s]);
            sm[l] += sm[l + s];
        }
    }
    if (l == 0) {
        int g = get_group_id(0);
        stats[3 * g] = mn[0];
        stats[3 * g + 1] = mx[0];
        stats[3 * g + 2] = sm[0];
    }
}
