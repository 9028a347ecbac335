// Gaussian splatting, forward pass: one work-group renders a tile of 16 x 16 pixels from its depth-sorted list of splats,
// which are staged through local memory 256 at a time. Stops when every pixel of the tile is opaque.
#define TILE 16
#define BATCH (TILE * TILE)

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gaussian_tiles(__global const int* restrict tile_begin,
                    __global const int* restrict tile_splats,
                    __global const float2* restrict mean,
                    __global const float4* restrict conic_opacity,
                    __global const float4* restrict colour,
                    __global float4* restrict image,
                    __global int* restrict contributors,
                    int width, int height, float background)
{
    __local float2 s_mean[BATCH];
    __local float4 s_conic[BATCH];
    __local int s_id[BATCH];
    __local int open;

    const int lane = get_local_id(1) * TILE + get_local_id(0);
    const int x = get_global_id(0), y = get_global_id(1);
    const bool inside = x < width && y < height;
    const int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    const int begin = tile_begin[tile], end = tile_begin[tile + 1];
    const float2 pixel = (float2)(x + 0.5f, y + 0.5f);

    float T = 1.0f;
    float3 C = (float3)(0.0f);
    int last = 0, seen = 0;
    bool done = !inside;

    for (int base = begin; base < end; base += BATCH) {
        if (lane == 0)
            open = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!done)
            atomic_inc(&open);
        if (base + lane < end) {
            const int id = tile_splats[base + lane];
            s_id[lane] = id;
            s_mean[lane] = mean[id];
            s_conic[lane] = conic_opacity[id];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int still = open;
        if (still == 0)
            break;

        const int n = min(BATCH, end - base);
        for (int j = 0; !done && j < n; ++j) {
            ++seen;
            const float2 d = s_mean[j] - pixel;
            const float4 c = s_conic[j];
            const float power = -0.5f * (c.x * d.x * d.x + c.z * d.y * d.y) - c.y * d.x * d.y;
            if (power > 0.0f)
                continue;
            const float alpha = fmin(0.99f, c.w * exp(power));
            if (alpha < 1.0f / 255.0f)
                continue;
            const float next = T * (1.0f - alpha);
            if (next < 0.0001f) {
                done = true;
                continue;
            }
            C += colour[s_id[j]].xyz * (alpha * T);
            T = next;
            last = seen;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (inside) {
        image[y * width + x] = (float4)(C + T * background, 1.0f - T);
        contributors[y * width + x] = last;
    }
}
