// Particle to grid (MLS-MPM): quadratic B-spline weights onto 3 x 3 nodes, mass and momentum
// added with float atomics made of compare-exchange.
inline void add_float(volatile __global uint *p, float v)
{
    uint old = *p;
    for (;;) {
        uint seen = atomic_cmpxchg(p, old, as_uint(as_float(old) + v));
        if (seen == old)
            break;
        old = seen;
    }
}

__kernel void p2g_scatter(__global const float4 *restrict pos_vel, __global const float4 *restrict affine,
                          __global const float *restrict mass, volatile __global uint *grid_mass,
                          volatile __global uint *grid_mom, const int particles, const int nx,
                          const int ny, const float inv_dx)
{
    const int p = get_global_id(0);
    if (p >= particles)
        return;
    const float4 pv = pos_vel[p];
    const float4 c = affine[p];
    const float m = mass[p];
    const float2 xp = pv.xy * inv_dx;
    const int bx = (int)(xp.x - 0.5f), by = (int)(xp.y - 0.5f);
    if (bx < 0 || by < 0 || bx + 2 >= nx || by + 2 >= ny)
        return;
    const float2 f = xp - (float2)((float)bx, (float)by);
    float2 w[3];
    w[0] = 0.5f * (1.5f - f) * (1.5f - f);
    w[1] = 0.75f - (f - 1.0f) * (f - 1.0f);
    w[2] = 0.5f * (f - 0.5f) * (f - 0.5f);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            const float2 d = ((float2)((float)i, (float)j) - f) / inv_dx;
            const float wm = w[i].x * w[j].y * m;
            const int node = (by + j) * nx + bx + i;
            add_float(grid_mass + node, wm);
            add_float(grid_mom + 2 * node, wm * (pv.z + c.x * d.x + c.y * d.y));
            add_float(grid_mom + 2 * node + 1, wm * (pv.w + c.z * d.x + c.w * d.y));
        }
}
