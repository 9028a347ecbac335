// Design of magnets: field and flux of coaxial coils of rectangular section, each as a raster of circular filaments (elliptic integrals by the
// arithmetic-geometric mean): an item is one point of the meridian plane.
//   coil       of each coil: inner radius, outer radius, lowest z, highest z (m)
//   filaments  of each coil: filaments along the radius, along z
//   current    of each coil: ampere turns
//   field      nz x nr: along r, along z (tesla)
//   flux       nz x nr: within the circle through the point (weber)
//   nr, nz, ncoils, r0, dr, z0, dz (m)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define PI 3.14159265358979324
#define MU0 1.25663706212e-6

// complete elliptic integrals of the first and the second kind for the parameter m = k^2
double2 elliptic(const double m)
{
    double a = 1.0;
    double b = sqrt(1.0 - m);
    double sum = 0.5 * m;
    double twice = 0.5;
    while (a - b > 1e-9 * a) {
        const double c = 0.5 * (a - b);
        const double g = sqrt(a * b);
        a = 0.5 * (a + b);
        b = g;
        twice *= 2.0;
        sum += twice * c * c;
    }
    const double k = PI / (a + b);
    return (double2)(k, k * (1.0 - sum));
}

__kernel void coil_field(__global const double4 *restrict coil,
                         __global const int2 *restrict filaments,
                         __global const double *restrict current,
                         __global double2 *restrict field,
                         __global double *restrict flux,
                         const int nr,
                         const int nz,
                         const int ncoils,
                         const double r0,
                         const double dr,
                         const double z0,
                         const double dz)
{
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    if (i >= nr || j >= nz)
        return;
    const double r = r0 + i * dr;
    const double z = z0 + j * dz;
    double br = 0.0, bz = 0.0, psi = 0.0;
    for (int c = 0; c < ncoils; c++) {
        const double4 of = coil[c];
        const int2 n = filaments[c];
        const double wide = (of.y - of.x) / n.x;
        const double high = (of.w - of.z) / n.y;
        const double part = current[c] / (n.x * n.y);
        const double thin = 0.05 * wide * high;                            // within a filament the current isn't a line
        for (int u = 0; u < n.x; u++) {
            const double a = of.x + (u + 0.5) * wide;
            for (int v = 0; v < n.y; v++) {
                const double h = z - (of.z + (v + 0.5) * high);
                const double near = fmax((a - r) * (a - r) + h * h, thin);
                const double far = near + 4.0 * a * r;
                const double2 ke = elliptic(4.0 * a * r / far);
                const double root = sqrt(far);
                const double by = part / root;
                const double e = ke.y / near;
                bz += by * (ke.x + (a * a - r * r - h * h) * e);
                if (r > 0.0)
                    br += by * h / r * ((a * a + r * r + h * h) * e - ke.x);
                psi += part * root * ((1.0 - 2.0 * a * r / far) * ke.x - ke.y);
            }
        }
    }
    field[j * nr + i] = MU0 / (2.0 * PI) * (double2)(br, bz);
    flux[j * nr + i] = MU0 * psi;
}
