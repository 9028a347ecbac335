/* Materials science: one explicit step of the Cahn-Hilliard equation with a degenerate mobility on a periodic grid,
 * double precision. The order parameter and the chemical potential of a tile stay in local memory, two halo layers for
 * the former and one for the latter; the flux form conserves the mean. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TX 8
#define TY 8
#define TZ 4
#define AT(a, b, c) (((c) * (TY + 4) + (b)) * (TX + 4) + (a))
#define MU(a, b, c) (((c) * (TY + 2) + (b)) * (TX + 2) + (a))

static double mobility(const double a, const double b)
{
    const double c = 0.5 * (a + b);
    return fmax(1.0 - c * c, 0.0);
}

__kernel __attribute__((reqd_work_group_size(TX, TY, TZ)))
void cahn_hilliard3d(__global const double *restrict phi, __global double *restrict phi_new,
                     __global double *restrict potential, const int nx, const int ny, const int nz, const double dt,
                     const double inv_h2, const double kappa)
{
    __local double f[(TX + 4) * (TY + 4) * (TZ + 4)];
    __local double mu[(TX + 2) * (TY + 2) * (TZ + 2)];
    const int lid = (get_local_id(2) * TY + get_local_id(1)) * TX + get_local_id(0);
    const int x0 = get_group_id(0) * TX, y0 = get_group_id(1) * TY, z0 = get_group_id(2) * TZ;

    for (int i = lid; i < (TX + 4) * (TY + 4) * (TZ + 4); i += TX * TY * TZ) {
        const int a = i % (TX + 4), b = i / (TX + 4) % (TY + 4), c = i / ((TX + 4) * (TY + 4));
        const int x = (x0 + a - 2 + nx) % nx, y = (y0 + b - 2 + ny) % ny, z = (z0 + c - 2 + nz) % nz;
        f[i] = phi[(z * ny + y) * nx + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = lid; i < (TX + 2) * (TY + 2) * (TZ + 2); i += TX * TY * TZ) {
        const int a = i % (TX + 2) + 1, b = i / (TX + 2) % (TY + 2) + 1, c = i / ((TX + 2) * (TY + 2)) + 1;
        const double v = f[AT(a, b, c)];
        const double laplace = f[AT(a - 1, b, c)] + f[AT(a + 1, b, c)] + f[AT(a, b - 1, c)] + f[AT(a, b + 1, c)] +
                               f[AT(a, b, c - 1)] + f[AT(a, b, c + 1)] - 6.0 * v;
        mu[i] = v * v * v - v - kappa * inv_h2 * laplace;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int a = get_local_id(0), b = get_local_id(1), c = get_local_id(2);
    const double v = f[AT(a + 2, b + 2, c + 2)], m = mu[MU(a + 1, b + 1, c + 1)];
    double flow = mobility(v, f[AT(a + 1, b + 2, c + 2)]) * (mu[MU(a, b + 1, c + 1)] - m);
    flow += mobility(v, f[AT(a + 3, b + 2, c + 2)]) * (mu[MU(a + 2, b + 1, c + 1)] - m);
    flow += mobility(v, f[AT(a + 2, b + 1, c + 2)]) * (mu[MU(a + 1, b, c + 1)] - m);
    flow += mobility(v, f[AT(a + 2, b + 3, c + 2)]) * (mu[MU(a + 1, b + 2, c + 1)] - m);
    flow += mobility(v, f[AT(a + 2, b + 2, c + 1)]) * (mu[MU(a + 1, b + 1, c)] - m);
    flow += mobility(v, f[AT(a + 2, b + 2, c + 3)]) * (mu[MU(a + 1, b + 1, c + 2)] - m);
    const int at = ((z0 + c) * ny + y0 + b) * nx + x0 + a;
    phi_new[at] = v + dt * inv_h2 * flow;
    potential[at] = m;
}
