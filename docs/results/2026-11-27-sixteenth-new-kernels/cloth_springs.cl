// Computer animation: spring and damper forces on cloth particles through a CSR adjacency, then Verlet step.
__kernel void cloth_springs(__global const int *first, __global const int *neighbour,
                            __global const float4 *position, __global const float4 *old_position,
                            __global float4 *new_position, __global uchar *torn,
                            const int n, const float rest, const float stiffness,
                            const float tear_ratio, const float dt)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    const float4 p = position[i];
    const float4 q = old_position[i];
    if (p.w == 0.0f) {
        new_position[i] = p;
        torn[i] = 0;
        return;
    }
    float4 force = (float4)(0.0f, -9.81f, 0.0f, 0.0f);
    uint broken = 0;
    for (int k = first[i]; k < first[i + 1]; ++k) {
        const float4 o = position[neighbour[k]];
        const float4 d = (float4)(o.xyz - p.xyz, 0.0f);
        const float len = sqrt(dot(d, d)) + 1e-6f;
        const float ratio = len / rest;
        if (ratio > tear_ratio) {
            ++broken;
            continue;
        }
        if (ratio > 1.0f)
            force += d * (stiffness * p.w * (len - rest) / len);
        else
            force += d * (0.1f * stiffness * p.w * (len - rest) / len);
    }
    float4 next = p + (p - q) * 0.985f + force * (dt * dt);
    next.y = fmax(next.y, -4.0f);
    next.w = p.w;
    new_position[i] = next;
    torn[i] = (uchar)broken;
}
