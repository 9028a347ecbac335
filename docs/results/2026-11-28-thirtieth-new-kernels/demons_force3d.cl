// Forces of the symmetric demons registration of two CT volumes: the moving volume is sampled where
// the displacement field points (trilinear, with its gradient) and compared with the fixed one.
static inline float4 sample_grad(__global const short *restrict vol, const float4 p, const int nx, const int ny)
{
    const float4 fl = floor(p);
    const float4 t = p - fl;
    const int sy = nx;
    const int sz = nx * ny;
    __global const short *v = vol + (int)fl.z * sz + (int)fl.y * sy + (int)fl.x;

    const float4 lo = (float4)(v[0], v[sy], v[sz], v[sz + sy]);
    const float4 hi = (float4)(v[1], v[sy + 1], v[sz + 1], v[sz + sy + 1]);
    const float4 dx = hi - lo;
    const float4 cx = mad(dx, t.xxxx, lo);            // y0z0 y1z0 y0z1 y1z1
    const float2 dy = cx.yw - cx.xz;
    const float2 cy = mad(dy, t.yy, cx.xz);
    const float2 gx = mad(dx.yw - dx.xz, t.yy, dx.xz);
    return (float4)(mix(gx.x, gx.y, t.z), mix(dy.x, dy.y, t.z), cy.y - cy.x, mix(cy.x, cy.y, t.z));
}

__kernel void demons_force3d(__global const short *restrict fixed,
                             __global const short *restrict moving,
                             __global const float4 *restrict field,
                             __global float4 *restrict update,
                             const int nx,
                             const int ny,
                             const int nz,
                             const float max_step,
                             const float noise)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;

    const int i = (z * ny + y) * nx + x;
    const float4 p = (float4)(x, y, z, 0) + field[i];
    float4 out = (float4)(0.0f);

    if (p.x >= 0.0f && p.y >= 0.0f && p.z >= 0.0f && p.x < nx - 1 && p.y < ny - 1 && p.z < nz - 1) {
        const float4 m = sample_grad(moving, p, nx, ny);
        const float diff = (float)fixed[i] - m.w;
        if (fabs(diff) > noise) {
            const int xm = max(x - 1, 0), xp = min(x + 1, nx - 1);
            const int ym = max(y - 1, 0), yp = min(y + 1, ny - 1);
            const int zm = max(z - 1, 0), zp = min(z + 1, nz - 1);
            const float4 f = 0.5f * (float4)(fixed[i - x + xp] - fixed[i - x + xm],
                                             fixed[i + (yp - y) * nx] - fixed[i + (ym - y) * nx],
                                             fixed[i + (zp - z) * nx * ny] - fixed[i + (zm - z) * nx * ny], 0.0f);
            float4 g = 0.5f * (f + m);
            g.w = 0.0f;
            const float denom = dot(g, g) + diff * diff / (max_step * max_step);
            if (denom > 1e-6f)
                out = g * (diff / denom);
        }
        out.w = diff * diff;
    }
    update[i] = out;
}
