// Sequential trace of real rays through a lens of even aspheres: pupil points by fields and wavelengths, the meeting with
// each surface by Newton's method, refraction, vignetting by the clear apertures, optical path to the image plane.
typedef struct { double curvature, conic, a4, a6, a8, aperture, thickness, unused; } surface_t;

__kernel void asphere_trace(__global const double2 *restrict pupil,        // within the unit circle
                            __global const double2 *restrict field,        // direction tangents
                            __global const surface_t *restrict surface,
                            __global const double *restrict index,         // wavelengths x (surfaces + 1)
                            __global double4 *restrict hit,                // x, y, path, angle of arrival
                            __global uchar *restrict fate,                 // 0 arrived, 1 stopped, 2 missed, 3 reflected back
                            const int npupil,
                            const int nfields,
                            const int nwaves,
                            const int nsurfaces,
                            const int max_rounds,
                            const double pupil_radius,
                            const double pupil_z,
                            const double tolerance)
{
    const int k = get_global_id(0);
    const int fw = get_global_id(1);
    if (k >= npupil || fw >= nfields * nwaves)
        return;
    const double2 tangent = field[fw / nwaves];
    __global const double *n = index + (fw % nwaves) * (nsurfaces + 1);
    double cz = rsqrt(1.0 + tangent.x * tangent.x + tangent.y * tangent.y);
    double cx = tangent.x * cz;
    double cy = tangent.y * cz;
    double z = -20.0;                                                     // a plane before the lens
    double x = pupil[k].x * pupil_radius + tangent.x * (z - pupil_z);
    double y = pupil[k].y * pupil_radius + tangent.y * (z - pupil_z);
    double path = n[0] * (x * cx + y * cy);                               // a plane wave there
    int end = 0;
    for (int s = 0; s < nsurfaces; s++) {
        const surface_t f = surface[s];
        double t = -z / cz;
        x = fma(t, cx, x);
        y = fma(t, cy, y);
        z = 0.0;
        double gone = t;
        double slope = 0.0;                                               // of the sag, over the radius
        bool met = f.curvature == 0.0 && f.a4 == 0.0;
        for (int round = 0; round < max_rounds && !met; round++) {
            const double r2 = x * x + y * y;
            const double under = 1.0 - (1.0 + f.conic) * f.curvature * f.curvature * r2;
            if (under <= 0.0)
                break;
            const double root = sqrt(under);
            const double sag = f.curvature * r2 / (1.0 + root) + r2 * r2 * (f.a4 + r2 * (f.a6 + r2 * f.a8));
            slope = f.curvature / root + r2 * (4.0 * f.a4 + r2 * (6.0 * f.a6 + r2 * 8.0 * f.a8));
            t = (sag - z) / (cz - slope * (x * cx + y * cy));
            x = fma(t, cx, x);
            y = fma(t, cy, y);
            z = fma(t, cz, z);
            gone += t;
            met = fabs(t) < tolerance;
        }
        if (!met) {
            end = 2;
            break;
        }
        if (x * x + y * y > f.aperture * f.aperture) {
            end = 1;
            break;
        }
        path += n[s] * gone;
        const double scale = rsqrt(1.0 + slope * slope * (x * x + y * y));
        const double nx = -slope * x * scale;
        const double ny = -slope * y * scale;
        const double nz = scale;
        const double ratio = n[s] / n[s + 1];
        if (ratio != 1.0) {
            const double in = nx * cx + ny * cy + nz * cz;
            const double out2 = 1.0 - ratio * ratio * (1.0 - in * in);
            if (out2 < 0.0) {
                end = 3;
                break;
            }
            const double bend = sqrt(out2) - ratio * in;
            cx = ratio * cx + bend * nx;
            cy = ratio * cy + bend * ny;
            cz = ratio * cz + bend * nz;
        }
        z -= f.thickness;
    }
    const int id = fw * npupil + k;
    fate[id] = (uchar)end;
    if (end != 0) {
        hit[id] = (double4)(NAN, NAN, 0.0, 0.0);
        return;
    }
    const double t = -z / cz;
    hit[id] = (double4)(fma(t, cx, x), fma(t, cy, y), path + n[nsurfaces] * t, acos(fmin(cz, 1.0)));
}
