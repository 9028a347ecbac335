// WENO5-JS reconstruction along x of the Lax-Friedrichs split flux of Burgers' equation.
// Rows hold nx cells with three ghost cells at each end.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

inline double weno5(double a, double b, double c, double d, double e)
{
    const double eps = 1.0e-6;
    double q0 = (2.0 * a - 7.0 * b + 11.0 * c) / 6.0;
    double q1 = (-b + 5.0 * c + 2.0 * d) / 6.0;
    double q2 = (2.0 * c + 5.0 * d - e) / 6.0;
    double t0 = a - 2.0 * b + c, s0 = a - 4.0 * b + 3.0 * c;
    double t1 = b - 2.0 * c + d, s1 = b - d;
    double t2 = c - 2.0 * d + e, s2 = 3.0 * c - 4.0 * d + e;
    double b0 = 13.0 / 12.0 * t0 * t0 + 0.25 * s0 * s0 + eps;
    double b1 = 13.0 / 12.0 * t1 * t1 + 0.25 * s1 * s1 + eps;
    double b2 = 13.0 / 12.0 * t2 * t2 + 0.25 * s2 * s2 + eps;
    double w0 = 0.1 / (b0 * b0);
    double w1 = 0.6 / (b1 * b1);
    double w2 = 0.3 / (b2 * b2);
    return (w0 * q0 + w1 * q1 + w2 * q2) / (w0 + w1 + w2);
}

__kernel void weno5_flux(__global const double *restrict u, __global double *restrict flux,
                         const int nx, const int ny, const double alpha)
{
    const int i = get_global_id(0);   // interface between cells i-1 and i
    const int j = get_global_id(1);
    if (i > nx || j >= ny)
        return;
    const int pitch = nx + 6;
    __global const double *row = u + (size_t)j * pitch + i;
    double fp[6], fm[6];
    for (int k = 0; k < 6; k++) {
        double v = row[k];
        double f = 0.5 * v * v;
        fp[k] = 0.5 * (f + alpha * v);
        fm[k] = 0.5 * (f - alpha * v);
    }
    double left = weno5(fp[0], fp[1], fp[2], fp[3], fp[4]);
    double right = weno5(fm[5], fm[4], fm[3], fm[2], fm[1]);
    flux[(size_t)j * (nx + 1) + i] = left + right;
}
