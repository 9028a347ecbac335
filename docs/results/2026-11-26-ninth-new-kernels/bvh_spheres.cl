// Camera rays against spheres in a bounding-volume hierarchy: a stack a work-item, nearer child
// first, Lambert shading of the closest hit. A node is two float4: minimum and left child (or
// first sphere), maximum and number of spheres (0 for an inner node; its right child is left + 1).
inline float slab(float3 lo, float3 hi, float3 o, float3 inv, float t_max)
{
    float3 a = (lo - o) * inv, b = (hi - o) * inv;
    float3 n = fmin(a, b), f = fmax(a, b);
    float t0 = fmax(fmax(n.x, n.y), fmax(n.z, 0.0f));
    float t1 = fmin(fmin(f.x, f.y), fmin(f.z, t_max));
    return t0 <= t1 ? t0 : INFINITY;
}

__kernel void bvh_spheres(__global const float4 *restrict nodes, __global const float4 *restrict spheres,
                          __global uchar4 *restrict pixels, const int width, const int height,
                          const float fov)
{
    const int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    const float3 o = (float3)(0.5f, 0.5f, -1.2f);
    const float3 dir = normalize((float3)((px + 0.5f - 0.5f * width) / width * fov,
                                          (py + 0.5f - 0.5f * height) / width * fov, 1.0f));
    const float3 inv = 1.0f / dir;
    float best = 1.0e30f;
    int hit = -1;
    int stack[32];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int node = stack[--top];
        const float4 lo = nodes[2 * node], hi = nodes[2 * node + 1];
        if (slab(lo.xyz, hi.xyz, o, inv, best) == INFINITY)
            continue;
        const int first = as_int(lo.w), count = as_int(hi.w);
        if (count > 0) {
            for (int s = first; s < first + count; s++) {
                const float4 sp = spheres[s];
                const float3 oc = sp.xyz - o;
                const float b = dot(oc, dir);
                const float disc = b * b - dot(oc, oc) + sp.w * sp.w;
                if (disc > 0.0f) {
                    const float t = b - sqrt(disc);
                    if (t > 0.0f && t < best) {
                        best = t;
                        hit = s;
                    }
                }
            }
        } else {
            const float tl = slab(nodes[2 * first].xyz, nodes[2 * first + 1].xyz, o, inv, best);
            const float tr = slab(nodes[2 * first + 2].xyz, nodes[2 * first + 3].xyz, o, inv, best);
            const int near = tl <= tr ? first : first + 1;
            if (fmax(tl, tr) < INFINITY)
                stack[top++] = first + first + 1 - near;
            if (fmin(tl, tr) < INFINITY)
                stack[top++] = near;
        }
    }
    uchar4 colour = (uchar4)(30, 30, 60, 255);
    if (hit >= 0) {
        const float4 sp = spheres[hit];
        const float3 n = (o + best * dir - sp.xyz) / sp.w;
        const float light = fmax(dot(n, normalize((float3)(-0.4f, 0.8f, -0.6f))), 0.05f);
        colour = (uchar4)((uchar)(255.0f * light), (uchar)(200.0f * light),
                          (uchar)(hit & 127), 255);
    }
    pixels[py * width + px] = colour;
}
