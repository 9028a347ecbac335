// Geodesy: Vincenty's inverse problem on the WGS84 ellipsoid, pairs of (lat1, lon1, lat2, lon2) in radians.
// result = (distance in metres, first azimuth); nearly antipodal pairs stop at max_iterations and get status 1.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void vincenty_inverse(__global const double4 *restrict pairs, __global double2 *restrict result,
                               __global uchar *restrict status, int count, int max_iterations)
{
    const int i = get_global_id(0);
    if (i >= count)
        return;
    const double a = 6378137.0, f = 1.0 / 298.257223563, b = a * (1.0 - f);

    const double4 p = pairs[i];
    const double L = p.w - p.y;
    const double u1 = atan((1.0 - f) * tan(p.x)), u2 = atan((1.0 - f) * tan(p.z));
    double cu1, cu2;
    const double su1 = sincos(u1, &cu1), su2 = sincos(u2, &cu2);

    double lambda = L, sl, cl, ss = 0.0, cs = 1.0, sigma = 0.0, c2a = 0.0, c2m = 0.0;
    int k = 0;
    bool converged = false;
    while (k < max_iterations) {
        sl = sincos(lambda, &cl);
        const double t = cu1 * su2 - su1 * cu2 * cl;
        ss = sqrt(cu2 * sl * cu2 * sl + t * t);
        if (ss < 1e-15) {
            result[i] = (double2)(0.0);
            status[i] = 2;
            return;
        }
        cs = su1 * su2 + cu1 * cu2 * cl;
        sigma = atan2(ss, cs);
        const double sa = cu1 * cu2 * sl / ss;
        c2a = 1.0 - sa * sa;
        c2m = c2a > 1e-12 ? cs - 2.0 * su1 * su2 / c2a : 0.0;
        const double C = f / 16.0 * c2a * (4.0 + f * (4.0 - 3.0 * c2a));
        const double last = lambda;
        lambda = L + (1.0 - C) * f * sa * (sigma + C * ss * (c2m + C * cs * (2.0 * c2m * c2m - 1.0)));
        k++;
        if (fabs(lambda - last) < 1e-12) {
            converged = true;
            break;
        }
    }

    const double uu = c2a * (a * a - b * b) / (b * b);
    const double A = 1.0 + uu / 16384.0 * (4096.0 + uu * (-768.0 + uu * (320.0 - 175.0 * uu)));
    const double B = uu / 1024.0 * (256.0 + uu * (-128.0 + uu * (74.0 - 47.0 * uu)));
    const double delta = B * ss * (c2m + B / 4.0 * (cs * (2.0 * c2m * c2m - 1.0)
                         - B / 6.0 * c2m * (4.0 * ss * ss - 3.0) * (4.0 * c2m * c2m - 3.0)));
    sl = sincos(lambda, &cl);
    result[i] = (double2)(b * A * (sigma - delta), atan2(cu2 * sl, cu1 * su2 - su1 * cu2 * cl));
    status[i] = converged ? 0 : 1;
}
