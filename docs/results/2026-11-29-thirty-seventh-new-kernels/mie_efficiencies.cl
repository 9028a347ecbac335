// Scattering of light by spheres (Mie series): efficiencies of extinction, scattering and backscatter and the
// asymmetry for each radius at each wavelength. The number of terms grows with the size of the sphere.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef double2 complex_t;

static inline complex_t cmul(const complex_t a, const complex_t b)
{
    return (complex_t)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static inline complex_t cdiv(const complex_t a, const complex_t b)
{
    const double inv = 1.0 / (b.x * b.x + b.y * b.y);
    return (complex_t)(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y) * inv;
}

__kernel void mie_efficiencies(__global const double *restrict radius,    // um
                               __global const double4 *restrict light,    // 2 pi / wavelength, refractive index
                               __global complex_t *restrict scratch,      // max_terms x nlights x nradii
                               __global double4 *restrict efficiency,     // nlights x nradii
                               const int nradii,
                               const int max_terms)
{
    const int i = get_global_id(0);
    const int l = get_global_id(1);
    if (i >= nradii)
        return;
    const size_t me = (size_t)l * nradii + i;
    const size_t stride = get_global_size(1) * nradii;
    const double x = radius[i] * light[l].x;
    const complex_t m = light[l].yz;
    const complex_t y = m * x;
    const double stop = x + 4.0 * cbrt(x) + 2.0;
    const int terms = min((int)stop, max_terms);
    const int deepest = (int)fmax(stop, length(y)) + 15;

    const complex_t inv_y = cdiv((complex_t)(1.0, 0.0), y);
    complex_t d = (complex_t)(0.0, 0.0);                                  // logarithmic derivative, downwards
    for (int n = deepest; n > 1; n--) {
        const complex_t t = inv_y * (double)n;
        d = t - cdiv((complex_t)(1.0, 0.0), d + t);
        if (n - 1 <= terms)
            scratch[(n - 2) * stride + me] = d;
    }

    const complex_t inv_m = cdiv((complex_t)(1.0, 0.0), m);
    const double inv_x = 1.0 / x;
    double c;
    const double s = sincos(x, &c);
    double psi0 = c;
    double psi1 = s;
    double chi0 = -s;
    double chi1 = c;
    complex_t a1 = (complex_t)(0.0, 0.0);
    complex_t b1 = (complex_t)(0.0, 0.0);
    complex_t back = (complex_t)(0.0, 0.0);
    double ext = 0.0;
    double sca = 0.0;
    double asym = 0.0;
    double sign = -1.0;
    for (int n = 1; n <= terms; n++, sign = -sign) {
        const double odd = 2.0 * n + 1.0;
        const double psi = (odd - 2.0) * inv_x * psi1 - psi0;
        const double chi = (odd - 2.0) * inv_x * chi1 - chi0;
        const complex_t xi = (complex_t)(psi, -chi);
        const complex_t xi1 = (complex_t)(psi1, -chi1);
        const complex_t dn = scratch[(n - 1) * stride + me];
        const complex_t over = (complex_t)(n * inv_x, 0.0);
        const complex_t ka = cmul(dn, inv_m) + over;
        const complex_t kb = cmul(dn, m) + over;
        const complex_t a = cdiv(ka * psi - (complex_t)(psi1, 0.0), cmul(ka, xi) - xi1);
        const complex_t b = cdiv(kb * psi - (complex_t)(psi1, 0.0), cmul(kb, xi) - xi1);
        ext += odd * (a.x + b.x);
        sca += odd * (dot(a, a) + dot(b, b));
        asym += odd / (n * (n + 1.0)) * dot(a, b) + (n - 1.0) * (n + 1.0) / n * (dot(a1, a) + dot(b1, b));
        back += (sign * odd) * (a - b);
        a1 = a;
        b1 = b;
        psi0 = psi1;
        psi1 = psi;
        chi0 = chi1;
        chi1 = chi;
    }
    const double two = 2.0 * inv_x * inv_x;
    efficiency[me] = (double4)(two * ext, two * sca, dot(back, back) * inv_x * inv_x, 2.0 * asym / sca);
}
