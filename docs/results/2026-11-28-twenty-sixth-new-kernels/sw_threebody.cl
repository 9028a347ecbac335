// Stillinger-Weber silicon: pair force and the centre-atom part of the three-body force,
// in double, from a full neighbour list stored column-wise (neigh[k * natoms + i]).
// NDRange: 1-D, one work-item per atom.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAXB 16
#define SW_EPS 2.1683
#define SW_SIG 2.0951
#define SW_A 7.049556277
#define SW_B 0.6022245584
#define SW_LAMBDA 21.0
#define SW_GAMMA 1.20
#define SW_CUT 1.80

__kernel void sw_threebody(__global const double4 *pos, __global const int *numneigh,
                           __global const int *neigh, __global double4 *force,
                           int natoms, double box)
{
    const int i = get_global_id(0);
    const double4 ri = pos[i];
    const double rc = (SW_CUT - 0.01) * SW_SIG;
    const double ibox = 1.0 / box;

    double4 bond[MAXB];           // unit vector, w = 1/r
    double ez[MAXB], dez[MAXB];   // exp(gamma sigma/(r-a sigma)) and its derivative in r
    double fx = 0.0, fy = 0.0, fz = 0.0, en = 0.0;
    int nb = 0;

    const int nn = numneigh[i];
    for (int k = 0; k < nn; k++) {
        const double4 rj = pos[neigh[k * natoms + i]];
        double dx = rj.x - ri.x, dy = rj.y - ri.y, dz = rj.z - ri.z;
        dx -= box * rint(dx * ibox);
        dy -= box * rint(dy * ibox);
        dz -= box * rint(dz * ibox);
        const double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 >= rc * rc || nb == MAXB)
            continue;

        const double ir = rsqrt(r2), r = r2 * ir;
        const double gap = 1.0 / (r - SW_CUT * SW_SIG);
        const double s = SW_SIG * ir, s4 = s * s * s * s;
        const double e2 = SW_EPS * SW_A * exp(SW_SIG * gap);
        const double dphi = -e2 * (4.0 * SW_B * s4 * ir + (SW_B * s4 - 1.0) * SW_SIG * gap * gap);
        en += 0.5 * e2 * (SW_B * s4 - 1.0);
        fx += dphi * dx * ir;
        fy += dphi * dy * ir;
        fz += dphi * dz * ir;

        const double e3 = exp(SW_GAMMA * SW_SIG * gap);
        ez[nb] = e3;
        dez[nb] = -e3 * SW_GAMMA * SW_SIG * gap * gap;
        bond[nb++] = (double4)(dx * ir, dy * ir, dz * ir, ir);
    }

    for (int j = 0; j + 1 < nb; j++) {
        const double4 bj = bond[j];
        for (int k = j + 1; k < nb; k++) {
            const double4 bk = bond[k];
            const double c = bj.x * bk.x + bj.y * bk.y + bj.z * bk.z;
            const double dc = c + 1.0 / 3.0;
            const double pre = SW_LAMBDA * SW_EPS * dc;
            const double ee = ez[j] * ez[k];
            const double tj = pre * dc * dez[j] * ez[k] + 2.0 * pre * ee * (bk.w - c * bj.w);
            const double tk = pre * dc * dez[k] * ez[j] + 2.0 * pre * ee * (bj.w - c * bk.w);
            en += pre * dc * ee;
            fx += tj * bj.x + tk * bk.x;
            fy += tj * bj.y + tk * bk.y;
            fz += tj * bj.z + tk * bk.z;
        }
    }
    force[i] = (double4)(fx, fy, fz, en);
}
