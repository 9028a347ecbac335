// Forces of the embedded-atom method, second pass: the embedding derivative fp of every atom is
// known, the pair function r*phi(r) and the density rho(r) come from tables of cubics. The list of
// neighbours is stored by columns (the k-th neighbour of all atoms lies together).
static inline float wrap(const float d, const float box)
{
    return d - box * rint(d / box);
}

__kernel void eam_forces(__global const float4 *restrict pos,
                         __global const float *restrict fp,
                         __global const int *restrict nneigh,
                         __global const int *restrict neigh,
                         __global const float4 *restrict pair_tab,
                         __global const float4 *restrict rho_tab,
                         __global float4 *restrict force,
                         const int natoms,
                         const int pitch,
                         const int ntab,
                         const float inv_dr,
                         const float cut2,
                         const float box_x,
                         const float box_y,
                         const float box_z)
{
    const int i = get_global_id(0);
    if (i >= natoms)
        return;

    const float4 pi = pos[i];
    const float fpi = fp[i];
    const int count = nneigh[i];
    float4 f = (float4)(0.0f);

    for (int k = 0; k < count; k++) {
        const int j = neigh[k * pitch + i];
        float4 d = pi - pos[j];
        d.x = wrap(d.x, box_x);
        d.y = wrap(d.y, box_y);
        d.z = wrap(d.z, box_z);
        d.w = 0.0f;
        const float r2 = dot(d, d);
        if (r2 >= cut2)
            continue;

        const float r = sqrt(r2);
        const float inv_r = 1.0f / r;
        float p = r * inv_dr;
        const int m = clamp((int)p, 0, ntab - 1);
        p = fmin(p - (float)m, 1.0f);

        const float4 z = pair_tab[m];
        const float4 c = rho_tab[m];
        const float rphi = mad(mad(mad(z.x, p, z.y), p, z.z), p, z.w);
        const float drphi = mad(mad(3.0f * z.x, p, 2.0f * z.y), p, z.z) * inv_dr;
        const float drho = mad(mad(3.0f * c.x, p, 2.0f * c.y), p, c.z) * inv_dr;

        const float phi = rphi * inv_r;
        const float dphi = (drphi - phi) * inv_r;
        const float pull = -((fpi + fp[j]) * drho + dphi) * inv_r;
        f += pull * d;
        f.w += 0.5f * phi;
    }
    force[i] = f;
}
