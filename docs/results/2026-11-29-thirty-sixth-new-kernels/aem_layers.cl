// Response of a towed coil pair (frequency-domain airborne electromagnetics) over a layered earth: for a
// sounding and a frequency the Hankel integral over wavenumbers of the reflection coefficient, from the
// bottom layer upwards. In-phase and quadrature, in parts per million of the primary field.
typedef float2 complex_t;

static inline complex_t cmul(const complex_t a, const complex_t b)
{
    return (complex_t)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static inline complex_t cdiv(const complex_t a, const complex_t b)
{
    const float inv = 1.0f / (b.x * b.x + b.y * b.y);
    return (complex_t)(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y) * inv;
}

// of a number whose parts are not negative
static inline complex_t csqrt(const complex_t a)
{
    const float re = sqrt(0.5f * (a.x + sqrt(a.x * a.x + a.y * a.y)));
    return (complex_t)(re, 0.5f * a.y / re);
}

__kernel void aem_layers(__global const float *restrict conductivity,    // nlayers x nsoundings
                         __global const float *restrict thickness,       // nlayers - 1
                         __global const float *restrict height,          // of the coils, nsoundings
                         __global const float2 *restrict frequency,      // omega mu0, coil separation
                         __global const float *restrict lambda,          // nfreq x nlambda
                         __global const float *restrict weight,          // with the Bessel function in it
                         __global float2 *restrict ppm,                  // nfreq x nsoundings
                         const int nsoundings,
                         const int nlayers,
                         const int nlambda)
{
    const int s = get_global_id(0);
    const int f = get_global_id(1);
    if (s >= nsoundings)
        return;
    const float wmu = frequency[f].x;
    const float sep = frequency[f].y;
    const float h2 = 2.0f * height[s];

    complex_t sum = (complex_t)(0.0f, 0.0f);
    for (int k = 0; k < nlambda; k++) {
        const float lam = lambda[f * nlambda + k];
        const float lam2 = lam * lam;
        float below = conductivity[(nlayers - 1) * nsoundings + s];
        complex_t u_below = csqrt((complex_t)(lam2, wmu * below));
        complex_t refl = (complex_t)(0.0f, 0.0f);
        for (int j = nlayers - 2; j >= 0; j--) {
            const float here = conductivity[j * nsoundings + s];
            const complex_t u = csqrt((complex_t)(lam2, wmu * here));
            const complex_t both = u + u_below;
            const complex_t r = cdiv((complex_t)(0.0f, wmu * (here - below)), cmul(both, both));
            const complex_t total = cdiv(r + refl, (complex_t)(1.0f, 0.0f) + cmul(r, refl));
            const float shrink = exp(-2.0f * thickness[j] * u.x);
            float c;
            const float sn = sincos(-2.0f * thickness[j] * u.y, &c);
            refl = cmul(total, (complex_t)(shrink * c, shrink * sn));
            u_below = u;
            below = here;
        }
        const complex_t both = (complex_t)(lam, 0.0f) + u_below;
        const complex_t r = cdiv((complex_t)(0.0f, -wmu * below), cmul(both, both));
        const complex_t top = cdiv(r + refl, (complex_t)(1.0f, 0.0f) + cmul(r, refl));
        sum += top * (weight[f * nlambda + k] * exp(-lam * h2));
    }
    ppm[f * nsoundings + s] = -1e6f * sep * sep * sep * sum;
}
