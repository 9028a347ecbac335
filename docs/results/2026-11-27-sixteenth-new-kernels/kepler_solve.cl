// Celestial mechanics: heliocentric position from orbital elements, Newton on Kepler's equation.
__kernel void kepler_solve(__global const double *semi_major, __global const double *eccentricity,
                           __global const double *mean_anomaly, __global const double *argument,
                           __global double2 *position, __global int *iterations,
                           const int n, const int max_iterations)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    const double e = eccentricity[i];
    const double m = mean_anomaly[i];
    double ea = e > 0.8 ? 3.141592653589793 : m + e * sin(m);
    int k = 0;
    for (; k < max_iterations; ++k) {
        const double s = sin(ea), c = cos(ea);
        const double f = ea - e * s - m;
        const double f1 = 1.0 - e * c;
        double step = f / f1;
        step = f / (f1 - 0.5 * step * e * s);
        ea -= step;
        if (fabs(step) < 1e-13)
            break;
    }
    const double a = semi_major[i];
    const double xp = a * (cos(ea) - e);
    const double yp = a * sqrt(1.0 - e * e) * sin(ea);
    const double w = argument[i];
    const double cw = cos(w), sw = sin(w);
    position[i] = (double2)(cw * xp - sw * yp, sw * xp + cw * yp);
    iterations[i] = k;
}
