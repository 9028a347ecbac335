// Painterly filter (Kuwahara): of the four quadrants around a pixel the one with the least luminance variance gives its mean.
__constant float3 LUMA = (float3)(0.299f, 0.587f, 0.114f);

static inline void quadrant(__global const uchar4 *src, int width, int height, int x0, int y0, int radius,
                            float3 *mean, float *variance)
{
    float3 sum = (float3)(0.0f);
    float l1 = 0.0f, l2 = 0.0f;
    for (int j = 0; j <= radius; ++j) {
        const int y = clamp(y0 + j, 0, height - 1);
        for (int i = 0; i <= radius; ++i) {
            const int x = clamp(x0 + i, 0, width - 1);
            const float3 c = convert_float4(src[y * width + x]).xyz;
            const float l = dot(c, LUMA);
            sum += c;
            l1 += l;
            l2 += l * l;
        }
    }
    const float inv = 1.0f / (float)((radius + 1) * (radius + 1));
    *mean = sum * inv;
    *variance = l2 * inv - l1 * inv * l1 * inv;
}

__kernel void kuwahara_rgba(__global const uchar4 *src, __global uchar4 *dst, int width, int height, int radius)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    float3 best = (float3)(0.0f);
    float least = MAXFLOAT;
    for (int q = 0; q < 4; ++q) {
        float3 mean;
        float variance;
        quadrant(src, width, height, x - ((q & 1) ? 0 : radius), y - ((q & 2) ? 0 : radius), radius, &mean, &variance);
        if (variance < least) {
            least = variance;
            best = mean;
        }
    }
    dst[y * width + x] = (uchar4)(convert_uchar3_sat_rte(best), src[y * width + x].w);
}
