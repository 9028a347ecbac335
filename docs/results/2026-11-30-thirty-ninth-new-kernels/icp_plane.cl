// Tracking of a depth camera against a surface model: projective association of the frame's points, point-to-plane
// errors with Huber weights, and the sums of the normal equations, one partial sum of each a work-group.
#define SUMS 29
#define WG 64

__kernel void icp_plane(__global const float *restrict depth,             // metres, 0 where nothing was seen
                        __global const float4 *restrict model_vertex,     // w: confidence
                        __global const float4 *restrict model_normal,
                        __global const float4 *restrict pose,             // three rows: frame to model camera
                        __global float *restrict partial,                 // groups x SUMS
                        const int width,
                        const int height,
                        const float fx,
                        const float fy,
                        const float cx,
                        const float cy,
                        const float max_distance,
                        const float min_cosine,
                        const float huber)
{
    __local float shared[SUMS][WG];
    const int lid = get_local_id(0);
    float sum[SUMS];
    for (int i = 0; i < SUMS; i++)
        sum[i] = 0.0f;
    const float4 r0 = pose[0];
    const float4 r1 = pose[1];
    const float4 r2 = pose[2];

    for (int at = get_global_id(0); at < width * height; at += get_global_size(0)) {
        const int x = at % width;
        const int y = at / width;
        if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
            continue;
        const float d = depth[at];
        const float dr = depth[at + 1];
        const float dd = depth[at + width];
        if (d <= 0.0f || dr <= 0.0f || dd <= 0.0f)
            continue;
        const float3 p = (float3)((x - cx) / fx * d, (y - cy) / fy * d, d);
        const float3 right = (float3)((x + 1 - cx) / fx * dr, (y - cy) / fy * dr, dr);
        const float3 down = (float3)((x - cx) / fx * dd, (y + 1 - cy) / fy * dd, dd);
        const float3 n = normalize(cross(down - p, right - p));
        const float3 moved = (float3)(dot(r0.xyz, p) + r0.w, dot(r1.xyz, p) + r1.w, dot(r2.xyz, p) + r2.w);
        if (moved.z < 0.1f)
            continue;
        const int u = convert_int_rte(moved.x * fx / moved.z + cx);
        const int v = convert_int_rte(moved.y * fy / moved.z + cy);
        if (u < 0 || v < 0 || u >= width || v >= height)
            continue;
        const float4 vertex = model_vertex[v * width + u];
        if (vertex.w <= 0.0f)
            continue;
        const float3 normal = model_normal[v * width + u].xyz;
        const float3 gap = vertex.xyz - moved;
        const float3 turned = (float3)(dot(r0.xyz, n), dot(r1.xyz, n), dot(r2.xyz, n));
        if (dot(gap, gap) > max_distance * max_distance || dot(turned, normal) < min_cosine)
            continue;
        const float e = dot(normal, gap);
        const float a = fabs(e);
        const float weight = (a <= huber ? 1.0f : huber / a) * vertex.w / (1.0f + d * d);
        const float3 c = cross(moved, normal);
        const float row[7] = {c.x, c.y, c.z, normal.x, normal.y, normal.z, e};
        int k = 0;
        for (int i = 0; i < 6; i++)
            for (int j = i; j < 7; j++, k++)
                sum[k] = fma(weight * row[i], row[j], sum[k]);
        sum[27] = fma(weight * e, e, sum[27]);
        sum[28] += 1.0f;
    }

    for (int i = 0; i < SUMS; i++)
        shared[i][lid] = sum[i];
    for (int half_size = WG / 2; half_size > 0; half_size >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < half_size)
            for (int i = 0; i < SUMS; i++)
                shared[i][lid] += shared[i][lid + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < SUMS)
        partial[get_group_id(0) * SUMS + lid] = shared[lid][0];
}
