// Stress of single crystals that slip (rate dependent crystal plasticity as in Asaro and Needleman 1985, implicit as in DAMASK's and
// Huang's UMAT): an item is one point of integration. The strain is turned into the lattice, a damped Newton search finds the stress at
// which elastic strain and slip agree, then the slip systems harden.
//   lattice    of each point: quaternion of the grain
//   strain     of each point: elastic strain before plus the step (Voigt, shears doubled, sample's axes), 6
//   strength   of each point: of the NSLIP systems (MPa)
//   schmid     of each system: symmetric Schmid tensor (Voigt, shears doubled), 6
//   stress     of each point: in the lattice's axes, 6
//   hardened   of each point: strength after the step
//   steps      of each point: iterations, negative if it did not converge
//   npoints, c11, c12, c44 (MPa), rate (reference slip of a step), power, h0, saturated (MPa), latent
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define NSLIP 12
#define MOST 40

__kernel void crystal_slip(__global const double4 *restrict lattice,
                           __global const double *restrict strain,
                           __global const double *restrict strength,
                           __constant double *schmid,
                           __global double *restrict stress,
                           __global double *restrict hardened,
                           __global int *restrict steps,
                           const int npoints,
                           const float c11,
                           const float c12,
                           const float c44,
                           const float rate,
                           const float power,
                           const float h0,
                           const float saturated,
                           const float latent)
{
    const int id = get_global_id(0);
    if (id >= npoints)
        return;
    const double4 q = lattice[id];
    const double r[3][3] = {{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)},
                            {2 * (q.x * q.y + q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.x * q.w)},
                            {2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y)}};
    __global const double *e = strain + 6 * id;
    const double full[3][3] = {{e[0], 0.5 * e[5], 0.5 * e[4]}, {0.5 * e[5], e[1], 0.5 * e[3]}, {0.5 * e[4], 0.5 * e[3], e[2]}};
    const int row[6] = {0, 1, 2, 1, 0, 0};
    const int column[6] = {0, 1, 2, 2, 2, 1};
    double s[6], trial[6];
    for (int k = 0; k < 6; k++) {
        double sum = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum += r[i][row[k]] * full[i][j] * r[j][column[k]];
        trial[k] = k < 3 ? sum : 2 * sum;
        s[k] = 0;
    }
    double slip[NSLIP];
    int n = 0;
    bool done = false;
    for (; n < MOST && !done; n++) {                                       // residual in strain: compliance * s + slip - trial
        double a[6][7];
        const double d = (c11 - c12) * (c11 + 2.0 * c12);
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++)
                a[i][j] = i == j ? (i < 3 ? (c11 + c12) / d : 1.0 / c44) : i < 3 && j < 3 ? -c12 / d : 0.0;
            double sum = trial[i];
            for (int j = 0; j < 6; j++)
                sum -= a[i][j] * s[j];
            a[i][6] = sum;
        }
        for (int k = 0; k < NSLIP; k++) {
            double tau = 0;
            for (int i = 0; i < 6; i++)
                tau += schmid[6 * k + i] * s[i];
            const double ratio = tau / strength[NSLIP * id + k];
            slip[k] = 0;
            if (fabs(ratio) < 0.3)
                continue;
            const double p = rate * pow(fabs(ratio), (double)power - 1.0);
            slip[k] = p * ratio;
            const double slope = power * p / strength[NSLIP * id + k];
            for (int i = 0; i < 6; i++) {
                a[i][6] -= slip[k] * schmid[6 * k + i];
                for (int j = 0; j < 6; j++)
                    a[i][j] += slope * schmid[6 * k + i] * schmid[6 * k + j];
            }
        }
        for (int k = 0; k < 6; k++)                                        // symmetric and positive: no pivots
            for (int i = k + 1; i < 6; i++) {
                const double f = a[i][k] / a[k][k];
                for (int j = k; j < 7; j++)
                    a[i][j] -= f * a[k][j];
            }
        double far = 0;
        for (int k = 5; k >= 0; k--) {
            for (int j = k + 1; j < 6; j++)
                a[k][6] -= a[k][j] * a[j][6];
            a[k][6] /= a[k][k];
            far = fmax(far, fabs(a[k][6]));
        }
        const double limit = 0.25 * saturated;
        const double part = far > limit ? limit / far : 1.0;
        for (int k = 0; k < 6; k++)
            s[k] += part * a[k][6];
        done = far < 1e-6 * saturated;
    }
    double total = 0;
    for (int k = 0; k < NSLIP; k++)
        total += fabs(slip[k]);
    for (int k = 0; k < NSLIP; k++) {
        const double g = strength[NSLIP * id + k];
        const double sure = fmax(1.0 - g / saturated, 0.0);
        hardened[NSLIP * id + k] = g + h0 * sure * sure * (latent * total + (1.0 - latent) * fabs(slip[k]));
    }
    for (int k = 0; k < 6; k++)
        stress[6 * id + k] = s[k];
    steps[id] = done ? n : -n;
}
