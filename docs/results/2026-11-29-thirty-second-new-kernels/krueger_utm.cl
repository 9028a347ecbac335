// Geographic coordinates (WGS 84, 1e-7 degrees) to UTM by Krueger's series of sixth order in n, with
// the zones of Norway and Svalbard, meridian convergence and point scale.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define ECC 0.081819190842621494335
#define RADIUS 6367449.1458234153093          // rectifying radius
#define K0 0.9996

__constant double ALPHA[6] = { 8.377318206244698e-04, 7.608527773572307e-07, 1.197645503329453e-09,
                               2.429170607201359e-12, 5.711757677865804e-15, 1.491117731258390e-17 };

static inline int utm_zone(const double lat, const double lon)
{
    int zone = min((int)floor((lon + 180.0) * (1.0 / 6.0)) + 1, 60);
    if (lat >= 56.0 && lat < 64.0 && lon >= 3.0 && lon < 12.0)
        zone = 32;
    if (lat >= 72.0 && lat <= 84.0 && lon >= 0.0 && lon < 42.0)
        zone = lon < 9.0 ? 31 : lon < 21.0 ? 33 : lon < 33.0 ? 35 : 37;
    return zone;
}

__kernel void krueger_utm(__global const int2 *restrict points,        // latitude, longitude
                          __global double2 *restrict grid,             // easting, northing
                          __global float2 *restrict local_frame,       // convergence (degrees), scale
                          __global char *restrict zones,               // negative in the south, 0 outside
                          const int npoints)
{
    const int i = get_global_id(0);
    if (i >= npoints)
        return;

    const double lat = points[i].x * 1e-7;
    const double lon = points[i].y * 1e-7;
    if (lat < -80.0 || lat > 84.0) {
        grid[i] = (double2)(NAN, NAN);
        local_frame[i] = (float2)(0.0f, 0.0f);
        zones[i] = 0;
        return;
    }

    const int zone = utm_zone(lat, lon);
    const double rad = M_PI / 180.0;
    const double lambda = (lon - (zone * 6 - 183)) * rad;
    const double phi = lat * rad;

    double cos_l;
    const double sin_l = sincos(lambda, &cos_l);
    const double tau = tan(phi);
    const double sq = sqrt(1.0 + tau * tau);
    const double sigma = sinh(ECC * atanh(ECC * tau / sq));
    const double tau1 = tau * sqrt(1.0 + sigma * sigma) - sigma * sq;
    const double xi1 = atan2(tau1, cos_l);
    const double eta1 = asinh(sin_l / hypot(tau1, cos_l));

    // Clenshaw for sum of alpha_j sin(2 j zeta) and of 2 j alpha_j cos(2 j zeta), zeta = xi1 + i eta1
    double c2;
    const double s2 = sincos(2.0 * xi1, &c2);
    const double ch = cosh(2.0 * eta1), sh = sinh(2.0 * eta1);
    const double ar = 2.0 * c2 * ch, ai = -2.0 * s2 * sh;
    double yr0 = 0.0, yi0 = 0.0, yr1 = 0.0, yi1 = 0.0;
    double zr0 = 0.0, zi0 = 0.0, zr1 = 0.0, zi1 = 0.0;
    for (int j = 5; j >= 0; j--) {
        const double yr = ar * yr0 - ai * yi0 - yr1 + ALPHA[j];
        const double yi = ar * yi0 + ai * yr0 - yi1;
        yr1 = yr0;
        yi1 = yi0;
        yr0 = yr;
        yi0 = yi;
        const double zr = ar * zr0 - ai * zi0 - zr1 + 2.0 * (j + 1) * ALPHA[j];
        const double zi = ar * zi0 + ai * zr0 - zi1;
        zr1 = zr0;
        zi1 = zi0;
        zr0 = zr;
        zi0 = zi;
    }
    const double xi = xi1 + s2 * ch * yr0 - c2 * sh * yi0;
    const double eta = eta1 + s2 * ch * yi0 + c2 * sh * yr0;
    const double p = 1.0 - zr1 + 0.5 * (ar * zr0 - ai * zi0);
    const double q = -zi1 + 0.5 * (ar * zi0 + ai * zr0);

    const double gamma = atan2(tau1 * sin_l, cos_l * sqrt(1.0 + tau1 * tau1)) - atan2(q, p);
    const double sin_p = tau / sq;
    const double scale = K0 * RADIUS / 6378137.0 * hypot(p, q) * sqrt(1.0 - ECC * ECC * sin_p * sin_p) * sq / hypot(tau1, cos_l);

    grid[i] = (double2)(500000.0 + K0 * RADIUS * eta, (lat < 0.0 ? 10000000.0 : 0.0) + K0 * RADIUS * xi);
    local_frame[i] = (float2)((float)(gamma / rad), (float)scale);
    zones[i] = (char)(lat < 0.0 ? -zone : zone);
}
