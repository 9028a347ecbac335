/* RANSAC for the ground plane of a point cloud. One work-group a hypothesis: its first lane draws three points, all lanes
 * count the inliers and sum their truncated squared distances (MSAC), reduced in local memory. */

#define LANES 64

static uint draw(uint *state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

__kernel void ransac_plane(__global const float4 *points, __global float4 *planes, __global int *inliers,
                           __global float *cost, int count, uint seed, float tolerance)
{
    __local float4 plane;
    __local int degenerate;
    __local int partial_count[LANES];
    __local float partial_cost[LANES];

    const int lane = get_local_id(0);
    const int hypothesis = get_group_id(0);

    if (lane == 0) {
        uint state = (seed ^ ((uint)hypothesis * 0x9E3779B9u)) | 1u;
        int tries = 0;
        degenerate = 1;
        plane = (float4)(0.0f, 0.0f, 1.0f, 0.0f);
        for (int warm = 0; warm < 8; warm++)
            draw(&state);
        while (degenerate && tries++ < 10) {
            const float3 a = points[mul_hi(draw(&state), (uint)count)].xyz;
            const float3 b = points[mul_hi(draw(&state), (uint)count)].xyz;
            const float3 c = points[mul_hi(draw(&state), (uint)count)].xyz;
            const float3 n = cross(b - a, c - a);
            const float size = length(n);
            if (size > 1e-4f && fabs(n.z) > 0.6f * size) {
                const float3 unit = n / size;
                plane = (float4)(unit, -dot(unit, a));
                degenerate = 0;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const float4 p = plane;
    const float limit = tolerance * tolerance;
    int mine = 0;
    float sum = 0.0f;
    if (!degenerate) {
        for (int i = lane; i < count; i += LANES) {
            const float4 q = points[i];
            const float d = p.x * q.x + p.y * q.y + p.z * q.z + p.w;
            const float e = d * d;
            mine += e < limit;
            sum += fmin(e, limit);
        }
    } else {
        sum = limit * (float)count / LANES;
    }

    partial_count[lane] = mine;
    partial_cost[lane] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = LANES / 2; step > 0; step >>= 1) {
        if (lane < step) {
            partial_count[lane] += partial_count[lane + step];
            partial_cost[lane] += partial_cost[lane + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lane == 0) {
        planes[hypothesis] = p;
        inliers[hypothesis] = partial_count[0];
        cost[hypothesis] = partial_cost[0];
    }
}
