// All-pairs minimal RMSD of a trajectory's conformations (Theobald's quaternion characteristic polynomial):
// tiles of atoms of eight by eight conformations in local memory, the key matrix in registers, then Newton
// for the largest root in double. Only the upper triangle is written.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TILE 8
#define ATOMS 32

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void qcp_rmsd(__global const float *restrict coords,      // nconf x 3 x natoms, centred
              __global const float *restrict trace,       // inner product of each conformation with itself
              __global float *restrict rmsd,              // nconf x nconf
              const int nconf,
              const int natoms)
{
    __local float s_a[TILE][3][ATOMS];
    __local float s_b[TILE][3][ATOMS];

    const int lx = get_local_id(0), ly = get_local_id(1);
    const int lid = ly * TILE + lx;
    const int bi = get_group_id(1) * TILE, bj = get_group_id(0) * TILE;
    if (bj + TILE <= bi)
        return;                                           // the whole tile is below the diagonal

    float xx = 0.0f, xy = 0.0f, xz = 0.0f, yx = 0.0f, yy = 0.0f, yz = 0.0f, zx = 0.0f, zy = 0.0f, zz = 0.0f;

    for (int base = 0; base < natoms; base += ATOMS) {
        for (int t = lid; t < TILE * 3 * ATOMS; t += TILE * TILE) {
            const int conf = t / (3 * ATOMS), axis = t / ATOMS % 3, atom = base + t % ATOMS;
            const int ca = bi + conf, cb = bj + conf;
            s_a[conf][axis][t % ATOMS] = ca < nconf && atom < natoms ? coords[(ca * 3 + axis) * natoms + atom] : 0.0f;
            s_b[conf][axis][t % ATOMS] = cb < nconf && atom < natoms ? coords[(cb * 3 + axis) * natoms + atom] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < ATOMS; k++) {
            const float ax = s_a[ly][0][k], ay = s_a[ly][1][k], az = s_a[ly][2][k];
            const float bx = s_b[lx][0][k], by = s_b[lx][1][k], bz = s_b[lx][2][k];
            xx += ax * bx; xy += ax * by; xz += ax * bz;
            yx += ay * bx; yy += ay * by; yz += ay * bz;
            zx += az * bx; zy += az * by; zz += az * bz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    const int i = bi + ly, j = bj + lx;
    if (i >= nconf || j >= nconf || i >= j)
        return;

    const double Sxx = xx, Sxy = xy, Sxz = xz, Syx = yx, Syy = yy, Syz = yz, Szx = zx, Szy = zy, Szz = zz;
    const double Sxx2 = Sxx * Sxx, Syy2 = Syy * Syy, Szz2 = Szz * Szz;
    const double Sxy2 = Sxy * Sxy, Syz2 = Syz * Syz, Sxz2 = Sxz * Sxz;
    const double Syx2 = Syx * Syx, Szy2 = Szy * Szy, Szx2 = Szx * Szx;
    const double q = 2.0 * (Syz * Szy - Syy * Szz);
    const double w = Syy2 + Szz2 - Sxx2 + Syz2 + Szy2;
    const double c2 = -2.0 * (Sxx2 + Syy2 + Szz2 + Sxy2 + Syx2 + Sxz2 + Szx2 + Syz2 + Szy2);
    const double c1 = 8.0 * (Sxx * Syz * Szy + Syy * Szx * Sxz + Szz * Sxy * Syx
                             - Sxx * Syy * Szz - Syz * Szx * Sxy - Szy * Syx * Sxz);
    const double xzp = Sxz + Szx, yzp = Syz + Szy, xyp = Sxy + Syx;
    const double yzm = Syz - Szy, xzm = Sxz - Szx, xym = Sxy - Syx;
    const double dp = Sxx + Syy, dm = Sxx - Syy;
    const double h = Sxy2 + Sxz2 - Syx2 - Szx2;
    const double c0 = h * h + (w + q) * (w - q)
        + (-xzp * yzm + xym * (dm - Szz)) * (-xzm * yzp + xym * (dm + Szz))
        + (-xzp * yzp - xyp * (dp - Szz)) * (-xzm * yzm - xyp * (dp + Szz))
        + (xyp * yzp + xzp * (dm + Szz)) * (-xym * yzm + xzp * (dp + Szz))
        + (xyp * yzm + xzm * (dm - Szz)) * (-xym * yzp + xzm * (dp - Szz));

    const double e0 = 0.5 * ((double)trace[i] + (double)trace[j]);
    double root = e0;
    for (int it = 0; it < 50; it++) {
        const double r2 = root * root;
        const double b = (r2 + c2) * root;
        const double a = b + c1;
        const double delta = (a * root + c0) / (2.0 * r2 * root + b + a);
        root -= delta;
        if (fabs(delta) < fabs(1.0e-11 * root))
            break;
    }
    rmsd[i * nconf + j] = (float)sqrt(fabs(2.0 * (e0 - root) / natoms));
}
