// Geocoding of a radar scene: every point of an elevation grid (WGS84) to the time at which the satellite
// saw it abeam, by Newton steps on Hermite-interpolated state vectors, and to its slant range.
#define MAX_ITER 20

static inline double3 point_at(const double lat, const double lon, const double h)
{
    double clat, clon;
    const double slat = sincos(lat, &clat);
    const double slon = sincos(lon, &clon);
    const double e2 = 6.69437999014e-3;
    const double n = 6378137.0 / sqrt(1.0 - e2 * slat * slat);
    return (double3)((n + h) * clat * clon, (n + h) * clat * slon, (n * (1.0 - e2) + h) * slat);
}

__kernel void zero_doppler(__global const short *restrict height,
                           __global const double *restrict geo,        // lat, lon of the corner, steps, first time, line time, near range, range step
                           __global const double4 *restrict orbit,     // position and velocity by turns
                           __global float2 *restrict line_sample,
                           const int ncols,
                           const int nrows,
                           const int nstates,
                           const float spacing)                        // seconds between state vectors
{
    const int col = get_global_id(0);
    const int row = get_global_id(1);
    if (col >= ncols || row >= nrows)
        return;
    const int at = row * ncols + col;
    const short h = height[at];
    if (h == -32768) {
        line_sample[at] = (float2)(-1.0f);
        return;
    }

    const double3 p = point_at(geo[0] + row * geo[2], geo[1] + col * geo[3], (double)h);
    const double ts = spacing;
    double t = 0.5 * ts * (nstates - 1);
    double range = 0.0;
    bool found = false;

    for (int iter = 0; iter < MAX_ITER && !found; iter++) {
        const int k = clamp((int)(t / ts), 0, nstates - 2);
        const double u = t / ts - k;
        const double3 p0 = orbit[2 * k].xyz, m0 = orbit[2 * k + 1].xyz * ts;
        const double3 p1 = orbit[2 * k + 2].xyz, m1 = orbit[2 * k + 3].xyz * ts;
        const double3 c2 = 3.0 * (p1 - p0) - 2.0 * m0 - m1;
        const double3 c3 = 2.0 * (p0 - p1) + m0 + m1;
        const double3 s = p0 + u * (m0 + u * (c2 + u * c3));
        const double3 v = (m0 + u * (2.0 * c2 + u * 3.0 * c3)) / ts;
        const double3 a = (2.0 * c2 + 6.0 * u * c3) / (ts * ts);
        const double3 d = p - s;
        const double dt = dot(v, d) / (dot(v, v) - dot(a, d));
        range = sqrt(dot(d, d));
        found = fabs(dt) < 1e-7;
        t = clamp(t + dt, 0.0, ts * (nstates - 1));
    }

    line_sample[at] = found ? (float2)((float)((t - geo[4]) / geo[5]), (float)((range - geo[6]) / geo[7]))
                            : (float2)(-1.0f);
}
