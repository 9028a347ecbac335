// One leap-frog step of the Gross-Pitaevskii equation of a rotating condensate, in units of the
// trap: next = prev - 2 i dt H(cur), H = -lap/2 + V + g |psi|^2 - omega Lz, differences of fourth
// order on a uniform grid; the outermost two layers are held at zero.
static inline double2 lap1(const double2 m2, const double2 m1, const double2 c, const double2 p1, const double2 p2)
{
    return (16.0 * (m1 + p1) - (m2 + p2) - 30.0 * c) * (1.0 / 12.0);
}

static inline double2 diff1(const double2 m2, const double2 m1, const double2 p1, const double2 p2)
{
    return (8.0 * (p1 - m1) - (p2 - m2)) * (1.0 / 12.0);
}

__kernel void gpe_step3d(__global const double2 *restrict cur,
                         __global const double2 *restrict prev,
                         __global const double *restrict trap,
                         __global double2 *restrict next,
                         const int nx,
                         const int ny,
                         const int nz,
                         const double h,
                         const double dt,
                         const double g,
                         const double omega)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);
    if (x >= nx || y >= ny || z >= nz)
        return;

    const int sy = nx;
    const int sz = nx * ny;
    const int i = z * sz + y * sy + x;
    if (x < 2 || x >= nx - 2 || y < 2 || y >= ny - 2 || z < 2 || z >= nz - 2) {
        next[i] = (double2)(0.0, 0.0);
        return;
    }

    const double2 c = cur[i];
    const double2 xm2 = cur[i - 2], xm1 = cur[i - 1], xp1 = cur[i + 1], xp2 = cur[i + 2];
    const double2 ym2 = cur[i - 2 * sy], ym1 = cur[i - sy], yp1 = cur[i + sy], yp2 = cur[i + 2 * sy];
    const double2 lap = lap1(xm2, xm1, c, xp1, xp2)
                      + lap1(ym2, ym1, c, yp1, yp2)
                      + lap1(cur[i - 2 * sz], cur[i - sz], c, cur[i + sz], cur[i + 2 * sz]);

    const double inv_h = 1.0 / h;
    const double px = (x - 0.5 * (nx - 1)) * h;
    const double py = (y - 0.5 * (ny - 1)) * h;
    // Lz psi = -i (x d/dy - y d/dx) psi
    const double2 turn = (px * diff1(ym2, ym1, yp1, yp2) - py * diff1(xm2, xm1, xp1, xp2)) * inv_h;
    const double2 lz = (double2)(turn.y, -turn.x);

    const double v = trap[i] + g * dot(c, c);
    const double2 hpsi = -0.5 * inv_h * inv_h * lap + v * c - omega * lz;

    // -2 i dt (a + i b) = 2 dt (b - i a)
    next[i] = prev[i] + 2.0 * dt * (double2)(hpsi.y, -hpsi.x);
}
