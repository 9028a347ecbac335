// Micromagnetics: effective field (exchange, uniaxial anisotropy, interfacial DMI, demagnetising
// and external field) and the Landau-Lifshitz-Gilbert torque, a cell per work-item.
// m.w is 1 inside the magnet and 0 outside; region selects the material.
#define GAMMA0 2.211e5f
#define MU0 1.2566371e-6f

typedef struct {
    float ms, aex, ku, dmi;        /* saturation, exchange stiffness, anisotropy, DMI */
    float alpha, ux, uy, uz;       /* damping, easy axis */
} material_t;

static float4 cross3(float4 a, float4 b)
{
    return (float4)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0.0f);
}

static float dot3(float4 a, float4 b)
{
    return mad(a.x, b.x, mad(a.y, b.y, a.z * b.z));
}

/* a free surface: what lies outside mirrors the cell itself */
static float4 or_self(float4 nb, float4 self)
{
    return nb.w > 0.5f ? nb : self;
}

__kernel void llg_torque3d(__global const float4 *restrict mag,
                           __global const float4 *restrict h_demag,
                           __global const uchar *restrict region,
                           __constant material_t *materials,
                           __global float4 *restrict dmdt,
                           const int nx, const int ny, const int nz,
                           const float inv_dx, const float inv_dy, const float inv_dz,
                           const float hx, const float hy, const float hz)
{
    const int ix = get_global_id(0), iy = get_global_id(1), iz = get_global_id(2);
    if (ix >= nx || iy >= ny || iz >= nz)
        return;
    const int plane = nx * ny;
    const int at = (iz * ny + iy) * nx + ix;

    const float4 m = mag[at];
    if (m.w < 0.5f) {
        dmdt[at] = (float4)(0.0f);
        return;
    }
    const material_t mat = materials[region[at]];

    const float4 xm = ix > 0 ? or_self(mag[at - 1], m) : m;
    const float4 xp = ix + 1 < nx ? or_self(mag[at + 1], m) : m;
    const float4 ym = iy > 0 ? or_self(mag[at - nx], m) : m;
    const float4 yp = iy + 1 < ny ? or_self(mag[at + nx], m) : m;
    const float4 zm = iz > 0 ? or_self(mag[at - plane], m) : m;
    const float4 zp = iz + 1 < nz ? or_self(mag[at + plane], m) : m;

    const float4 lap = (xm + xp - 2.0f * m) * (inv_dx * inv_dx)
                     + (ym + yp - 2.0f * m) * (inv_dy * inv_dy)
                     + (zm + zp - 2.0f * m) * (inv_dz * inv_dz);
    const float4 mx = (xp - xm) * (0.5f * inv_dx);
    const float4 my = (yp - ym) * (0.5f * inv_dy);

    const float per_ms = 2.0f / (MU0 * mat.ms);
    const float4 axis = (float4)(mat.ux, mat.uy, mat.uz, 0.0f);

    float4 h = h_demag[at] + (float4)(hx, hy, hz, 0.0f);
    h += per_ms * mat.aex * lap;
    h += per_ms * mat.ku * dot3(m, axis) * axis;
    if (mat.dmi != 0.0f)
        h += per_ms * mat.dmi * (float4)(mx.z, my.z, -mx.x - my.y, 0.0f);

    const float4 mxh = cross3(m, h);
    const float4 mxmxh = cross3(m, mxh);
    float4 torque = -GAMMA0 / (1.0f + mat.alpha * mat.alpha) * (mxh + mat.alpha * mxmxh);
    torque.w = sqrt(dot3(mxh, mxh));
    dmdt[at] = torque;
}
