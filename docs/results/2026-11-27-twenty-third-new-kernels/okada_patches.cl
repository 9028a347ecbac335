/* Geodesy: static surface displacement of an earthquake (Okada 1985, z = 0): every station sums all rectangular fault
 * patches, four corners each. patch = (east, north, depth of the lower edge, strike), (dip, length, width, unused),
 * slip = (strike slip, dip slip). Vertical faults take the limit formulas. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TWO_PI 6.283185307179586

typedef struct { double ss_x, ss_y, ss_z, ds_x, ds_y, ds_z; } corner_t;

static corner_t corner(const double xi, const double eta, const double q, const double sd, const double cd,
                       const double alpha)
{
    const double r = sqrt(xi * xi + eta * eta + q * q);
    const double x = sqrt(xi * xi + q * q);
    const double yt = eta * cd + q * sd, dt = eta * sd - q * cd;
    const double rd = r + dt;
    const double re = r + eta > 1e-9 ? r + eta : 1e-9;
    const double rx = r + xi > 1e-9 ? r + xi : 1e-9;
    const double ln = log(re);
    const double angle = fabs(q) > 1e-12 ? atan(xi * eta / (q * r)) : 0.0;
    double i1, i2, i3, i4, i5;
    if (fabs(cd) > 1e-6) {
        i5 = fabs(xi) > 1e-12
                 ? alpha * 2.0 / cd * atan((eta * (x + q * cd) + x * (r + x) * sd) / (xi * (r + x) * cd))
                 : 0.0;
        i4 = alpha / cd * (log(rd) - sd * ln);
        i3 = alpha * (yt / (cd * rd) - ln) + sd / cd * i4;
        i1 = -alpha * xi / (cd * rd) - sd / cd * i5;
    } else {
        i5 = -alpha * xi * sd / rd;
        i4 = -alpha * q / rd;
        i3 = 0.5 * alpha * (eta / rd + yt * q / (rd * rd) - ln);
        i1 = -0.5 * alpha * xi * q / (rd * rd);
    }
    i2 = -alpha * ln - i3;
    corner_t c;
    c.ss_x = xi * q / (r * re) + angle + i1 * sd;
    c.ss_y = yt * q / (r * re) + q * cd / re + i2 * sd;
    c.ss_z = dt * q / (r * re) + q * sd / re + i4 * sd;
    c.ds_x = q / r - i3 * sd * cd;
    c.ds_y = yt * q / (r * rx) + cd * angle - i1 * sd * cd;
    c.ds_z = dt * q / (r * rx) + sd * angle - i5 * sd * cd;
    return c;
}

__kernel void okada_patches(__global const double2 *restrict station, __global const double4 *restrict patch,
                            __global const double2 *restrict slip, __global double *restrict moved,
                            const int stations, const int patches, const double poisson)
{
    const int id = get_global_id(0);
    if (id >= stations)
        return;
    const double alpha = 1.0 - 2.0 * poisson;
    const double2 at = station[id];
    double east = 0.0, north = 0.0, upward = 0.0;
    for (int p = 0; p < patches; p++) {
        const double4 a = patch[2 * p], b = patch[2 * p + 1];
        const double2 u = slip[p];
        if (u.x == 0.0 && u.y == 0.0)
            continue;
        double ss, cs, sd, cd;
        ss = sincos(a.w, &cs);
        sd = sincos(b.x, &cd);
        const double de = at.x - a.x, dn = at.y - a.y;
        const double x = de * ss + dn * cs, y = dn * ss - de * cs;
        const double along = y * cd + a.z * sd, q = y * sd - a.z * cd;
        double ux = 0.0, uy = 0.0, uz = 0.0;
        for (int k = 0; k < 4; k++) {
            const double sign = (k == 0 || k == 3) ? -1.0 / TWO_PI : 1.0 / TWO_PI;
            const corner_t c = corner(x - (k & 1 ? b.y : 0.0), along - (k & 2 ? b.z : 0.0), q, sd, cd, alpha);
            ux += sign * (u.x * c.ss_x + u.y * c.ds_x);
            uy += sign * (u.x * c.ss_y + u.y * c.ds_y);
            uz += sign * (u.x * c.ss_z + u.y * c.ds_z);
        }
        east += ux * ss - uy * cs;
        north += ux * cs + uy * ss;
        upward += uz;
    }
    vstore3((double3)(east, north, upward), id, moved);
}
