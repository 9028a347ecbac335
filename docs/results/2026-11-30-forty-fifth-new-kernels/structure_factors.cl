// Structure factors of a crystal by direct summation (International Tables B 1.2; as in cctbx's direct method and SHELXL): an item is one
// reflection. Form factors of the kinds of atoms are the sum of four Gaussians and a constant (Cromer and Mann); atoms vibrate
// isotropically or by an anisotropic tensor; the symmetry of the space group moves the reflection instead of the atoms.
//   hkl        of each reflection: h, k, l, reserved
//   place      of each atom: x, y, z (fractional), B (A2; isotropic)
//   about      of each atom: kind, place of its tensor or -1
//   occupied   of each atom: occupancy
//   tensor     beta tensors: 11, 22, 33, 12, 13, 23 (dimensionless)
//   gauss      of each kind, 9 floats: a1, b1, a2, b2, a3, b3, a4, b4, c; then 2: f', f''
//   rotation   of each symmetry operation: 9 integers, by rows
//   shift      of each operation: translation, reserved
//   reciprocal a*a*, b*b*, c*c*, 2a*b*, 2a*c*, 2b*c*
//   factor     of each reflection: real, imaginary part
//   nreflections, natoms, nkinds (at most MAX_KINDS), nops
#define MAX_KINDS 8
#define GAUSS 11

__kernel void structure_factors(__global const int4 *restrict hkl,
                                __global const float4 *restrict place,
                                __global const int2 *restrict about,
                                __global const float *restrict occupied,
                                __global const float *restrict tensor,
                                __constant float *gauss,
                                __constant int *rotation,
                                __constant float4 *shift,
                                __constant float *reciprocal,
                                __global float2 *restrict factor,
                                const int nreflections,
                                const int natoms,
                                const int nkinds,
                                const int nops)
{
    const int id = get_global_id(0);
    if (id >= nreflections)
        return;
    const int4 index = hkl[id];
    const float h = (float)index.x;
    const float k = (float)index.y;
    const float l = (float)index.z;
    const float dd = h * h * reciprocal[0] + k * k * reciprocal[1] + l * l * reciprocal[2] + h * k * reciprocal[3]
                     + h * l * reciprocal[4] + k * l * reciprocal[5];
    const float stol2 = 0.25f * dd;                                        // (sin(theta) / lambda)^2
    float2 scattering[MAX_KINDS];
    for (int t = 0; t < nkinds; t++) {
        __constant float *g = gauss + t * GAUSS;
        float f = g[8] + g[9];
        for (int j = 0; j < 4; j++)
            f += g[2 * j] * exp(-g[2 * j + 1] * stol2);
        scattering[t] = (float2)(f, g[10]);
    }
    float2 sum = (float2)(0.0f);
    for (int op = 0; op < nops; op++) {
        __constant int *r = rotation + 9 * op;
        const float hr = (float)(index.x * r[0] + index.y * r[3] + index.z * r[6]);
        const float kr = (float)(index.x * r[1] + index.y * r[4] + index.z * r[7]);
        const float lr = (float)(index.x * r[2] + index.y * r[5] + index.z * r[8]);
        const float4 t = shift[op];
        const float moved = h * t.x + k * t.y + l * t.z;
        for (int a = 0; a < natoms; a++) {
            const float4 p = place[a];
            const int2 what = about[a];
            float damp;
            if (what.y < 0) {
                damp = exp(-p.w * stol2);
            } else {
                __global const float *u = tensor + 6 * what.y;
                damp = exp(-(hr * hr * u[0] + kr * kr * u[1] + lr * lr * u[2]
                             + 2.0f * (hr * kr * u[3] + hr * lr * u[4] + kr * lr * u[5])));
            }
            float turn = hr * p.x + kr * p.y + lr * p.z + moved;
            turn -= rint(turn);
            float c;
            const float s = sincos(6.2831853f * turn, &c);
            const float weight = occupied[a] * damp;
            const float2 f = scattering[what.x];
            sum.x += weight * (f.x * c - f.y * s);
            sum.y += weight * (f.x * s + f.y * c);
        }
    }
    factor[id] = sum;
}
