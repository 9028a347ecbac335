// Order-independent transparency, last pass: the fragments of a pixel hang in a linked list in the order they
// were drawn; the nearest KEEP of them in front of the opaque scene are sorted and laid over it.
#define KEEP 12
#define LIST_END 0xffffffffu

__kernel void oit_resolve(__global const uint *restrict head,
                          __global const uint4 *restrict fragments,       // next, rgba8, depth, coverage of 4 samples
                          __global const float *restrict opaque_depth,
                          __global const uchar4 *restrict opaque_colour,
                          __global uchar4 *restrict out,
                          const int width,
                          const int height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int pixel = y * width + x;
    const float wall = opaque_depth[pixel];
    float depth[KEEP];
    uint colour[KEEP];
    float part[KEEP];
    int count = 0;

    uint at = head[pixel];
    while (at != LIST_END) {
        const uint4 f = fragments[at];
        at = f.x;
        const float d = as_float(f.z);
        if (d >= wall)
            continue;
        int k;
        if (count < KEEP)
            k = count++;
        else if (d < depth[KEEP - 1])
            k = KEEP - 1;
        else
            continue;
        while (k > 0 && depth[k - 1] > d) {
            depth[k] = depth[k - 1];
            colour[k] = colour[k - 1];
            part[k] = part[k - 1];
            k--;
        }
        depth[k] = d;
        colour[k] = f.y;
        part[k] = popcount(f.w & 15u) * 0.25f;
    }

    const uchar4 under = opaque_colour[pixel];
    if (count == 0) {
        out[pixel] = under;
        return;
    }
    float4 sum = (float4)(0.0f);
    float through = 1.0f;
    for (int k = 0; k < count && through > 1.0f / 255.0f; k++) {
        const float4 c = convert_float4(as_uchar4(colour[k])) * (1.0f / 255.0f);
        const float alpha = c.w * part[k];
        sum += c * (alpha * through);
        through *= 1.0f - alpha;
    }
    sum += convert_float4(under) * (through / 255.0f);
    sum.w = 1.0f;
    out[pixel] = convert_uchar4_sat_rte(sum * 255.0f);
}
