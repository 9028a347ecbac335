// Terrain correction of gravity stations: the masses between the level of the station and the terrain, exact prisms
// for the cells close by, vertical lines of mass for the others out to a radius.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define GRAVITY 6.6743e-11
#define MILLIGAL 1e5

static inline double corner(const double x, const double y, const double z)
{
    const double r = sqrt(x * x + y * y + z * z);
    return x * log(fmax(y + r, 1e-9)) + y * log(fmax(x + r, 1e-9)) - z * atan2(x * y, z * r);
}

__kernel void prism_gravity(__global const float *restrict terrain,       // ny x nx, metres
                            __global const double4 *restrict station,     // x, y, height
                            __global double *restrict correction,         // milligal
                            __global int *restrict prisms,
                            const int nstations,
                            const int nx,
                            const int ny,
                            const double cell,
                            const double near,
                            const double far,
                            const double density)
{
    const int id = get_global_id(0);
    if (id >= nstations)
        return;
    const double4 s = station[id];
    const int first_i = max((int)floor((s.x - far) / cell), 0);
    const int first_j = max((int)floor((s.y - far) / cell), 0);
    const int last_i = min((int)floor((s.x + far) / cell), nx - 1);
    const int last_j = min((int)floor((s.y + far) / cell), ny - 1);
    double sum = 0.0;
    int exact = 0;
    for (int j = first_j; j <= last_j; j++) {
        const double y = (j + 0.5) * cell - s.y;
        for (int i = first_i; i <= last_i; i++) {
            const double x = (i + 0.5) * cell - s.x;
            const double d2 = x * x + y * y;
            if (d2 > far * far)
                continue;
            const double h = fabs(terrain[j * nx + i] - s.z);
            if (h < 0.05)
                continue;
            if (d2 < near * near) {
                const double x0 = x - 0.5 * cell;
                const double x1 = x + 0.5 * cell;
                const double y0 = y - 0.5 * cell;
                const double y1 = y + 0.5 * cell;
                const double low = corner(x1, y1, 0.0) - corner(x0, y1, 0.0) - corner(x1, y0, 0.0) + corner(x0, y0, 0.0);
                const double high = corner(x1, y1, h) - corner(x0, y1, h) - corner(x1, y0, h) + corner(x0, y0, h);
                sum += fabs(high - low);
                exact++;
            } else {
                const double d = sqrt(d2);
                sum += cell * cell * (1.0 / d - 1.0 / sqrt(d2 + h * h));
            }
        }
    }
    correction[id] = GRAVITY * MILLIGAL * density * sum;
    prisms[id] = exact;
}
