// Rendering: one level of the edge-avoiding a-trous filter of a path-tracing denoiser (SVGF). radiance = rgb and variance,
// geometry = unit normal and linear depth; the sky has a negative depth and passes through.
static float luminance(const float4 c)
{
    return dot(c.xyz, (float3)(0.2126f, 0.7152f, 0.0722f));
}

__kernel void svgf_atrous(__global const float4 *restrict radiance, __global const float4 *restrict geometry,
                          __global const float2 *restrict depth_slope, __global float4 *restrict filtered,
                          const int width, const int height, const int step, const float phi_colour,
                          const float phi_normal)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int at = y * width + x;
    const float4 centre = radiance[at];
    const float4 g = geometry[at];
    if (g.w < 0.0f) {
        filtered[at] = centre;
        return;
    }

    // variance, smoothed over 3 by 3
    float variance = 0.0f, total = 0.0f;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            const int xx = clamp(x + i, 0, width - 1), yy = clamp(y + j, 0, height - 1);
            const float k = 0.25f / (float)((1 + abs(i)) * (1 + abs(j)));
            variance += k * radiance[yy * width + xx].w;
            total += k;
        }
    const float by_colour = 1.0f / (phi_colour * sqrt(fmax(variance / total, 0.0f)) + 1e-4f);
    const float2 slope = depth_slope[at];
    const float light = luminance(centre);
    const float tap[3] = {0.375f, 0.25f, 0.0625f};

    float4 sum = centre * (float4)(0.140625f, 0.140625f, 0.140625f, 0.140625f * 0.140625f);
    float weights = 0.140625f;
    for (int j = -2; j <= 2; j++) {
        const int yy = y + j * step;
        if (yy < 0 || yy >= height)
            continue;
        for (int i = -2; i <= 2; i++) {
            const int xx = x + i * step;
            if (xx < 0 || xx >= width || (i == 0 && j == 0))
                continue;
            const float4 h = geometry[yy * width + xx];
            const float facing = dot(g.xyz, h.xyz);
            if (h.w < 0.0f || facing <= 0.0f)
                continue;
            const float4 c = radiance[yy * width + xx];
            const float expected = fabs(slope.x * (float)(i * step)) + fabs(slope.y * (float)(j * step));
            const float unlike = fabs(light - luminance(c)) * by_colour + fabs(g.w - h.w) / (expected + 1e-3f);
            const float k = tap[abs(i)] * tap[abs(j)] * pow(facing, phi_normal) * exp(-unlike);
            sum += c * (float4)(k, k, k, k * k);
            weights += k;
        }
    }
    const float inverse = 1.0f / weights;
    filtered[at] = sum * (float4)(inverse, inverse, inverse, inverse * inverse);
}
