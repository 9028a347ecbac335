/* Nodal discontinuous Galerkin, Maxwell's equations on affine tetrahedra of order 3
 * (20 nodes): volume part of the right-hand side (curl H, -curl E).
 * NDRange: (20, elements), groups of 20 x EPB elements (EPB up to 4). */
#define NP 20
#define EPB 4
#define NF 6

__kernel void dg_maxwell_volume(__global const float *q,        /* [elem][field][node] */
                                __global const float *vgeo,     /* [elem][9] rx ry rz sx .. tz */
                                __global const float4 *D,       /* [m][n]: Dr Ds Dt 0 */
                                __global float *rhs,
                                float inv_eps, float inv_mu)
{
    __local float lq[EPB][NF][NP];
    __local float lg[EPB][9];

    const int n = get_local_id(0);
    const int le = get_local_id(1);
    const int e = get_global_id(1);
    const int base = e * NF * NP + n;

    for (int f = 0; f < NF; f++)
        lq[le][f][n] = q[base + f * NP];
    if (n < 9)
        lg[le][n] = vgeo[e * 9 + n];
    barrier(CLK_LOCAL_MEM_FENCE);

    float dr[NF], ds[NF], dt[NF];
    for (int f = 0; f < NF; f++)
        dr[f] = ds[f] = dt[f] = 0.0f;

    for (int m = 0; m < NP; m++) {
        const float4 d = D[m * NP + n];
        for (int f = 0; f < NF; f++) {
            const float v = lq[le][f][m];
            dr[f] += d.x * v;
            ds[f] += d.y * v;
            dt[f] += d.z * v;
        }
    }

    const float rx = lg[le][0], ry = lg[le][1], rz = lg[le][2];
    const float sx = lg[le][3], sy = lg[le][4], sz = lg[le][5];
    const float tx = lg[le][6], ty = lg[le][7], tz = lg[le][8];

#define DX(f) (rx * dr[f] + sx * ds[f] + tx * dt[f])
#define DY(f) (ry * dr[f] + sy * ds[f] + ty * dt[f])
#define DZ(f) (rz * dr[f] + sz * ds[f] + tz * dt[f])
    /* fields 0..2 = E, 3..5 = H */
    rhs[base + 0 * NP] =  inv_eps * (DY(5) - DZ(4));
    rhs[base + 1 * NP] =  inv_eps * (DZ(3) - DX(5));
    rhs[base + 2 * NP] =  inv_eps * (DX(4) - DY(3));
    rhs[base + 3 * NP] = -inv_mu  * (DY(2) - DZ(1));
    rhs[base + 4 * NP] = -inv_mu  * (DZ(0) - DX(2));
    rhs[base + 5 * NP] = -inv_mu  * (DX(1) - DY(0));
}
