// Farthest-point sampling for networks on point clouds: a cloud a work-group; the point farthest from all chosen so
// far is chosen next. Distances stay in local memory, features may count in them.
#define MAX_POINTS 4096
#define MAX_WG 128

__kernel void farthest_points(__global const float4 *restrict points,     // x, y, z, reflectance
                              __global const int *restrict cloud_ptr,
                              __global int *restrict sample,              // nclouds x nsamples
                              __global float4 *restrict centre,           // position, cover radius before it
                              const int nsamples,
                              const float feature_weight)
{
    __local float nearest[MAX_POINTS];
    __local float best_value[MAX_WG];
    __local int best_index[MAX_WG];
    const int lid = get_local_id(0);
    const int wg = get_local_size(0);
    const int cloud = get_group_id(0);
    const int first = cloud_ptr[cloud];
    const int n = min(cloud_ptr[cloud + 1] - first, MAX_POINTS);
    __global const float4 *mine = points + first;

    for (int i = lid; i < n; i += wg)
        nearest[i] = MAXFLOAT;
    int chosen = n / 2;
    float cover = MAXFLOAT;
    for (int s = 0; s < nsamples; s++) {
        const float4 c = mine[chosen];
        if (lid == 0) {
            sample[cloud * nsamples + s] = first + chosen;
            centre[cloud * nsamples + s] = (float4)(c.xyz, sqrt(cover));
        }
        float value = -1.0f;
        int index = 0;
        for (int i = lid; i < n; i += wg) {
            const float4 gap = mine[i] - c;
            const float d = fma(feature_weight * gap.w, gap.w, dot(gap.xyz, gap.xyz));
            const float held = fmin(nearest[i], d);
            nearest[i] = held;
            if (held > value) {
                value = held;
                index = i;
            }
        }
        best_value[lid] = value;
        best_index[lid] = index;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int step = wg >> 1; step > 0; step >>= 1) {
            if (lid < step) {
                const float other = best_value[lid + step];
                const int at = best_index[lid + step];
                if (other > best_value[lid] || (other == best_value[lid] && at < best_index[lid])) {
                    best_value[lid] = other;
                    best_index[lid] = at;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        chosen = best_index[0];
        cover = best_value[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
