// Line-by-line absorption coefficient: Voigt profiles by Humlicek's w4, a wavenumber per
// work-item; lines near a work-group's window are staged through local memory.
#define TILE 64

inline float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
inline float re_div(float2 a, float2 b) { return (a.x * b.x + a.y * b.y) / (b.x * b.x + b.y * b.y); }
inline float2 horner(float c, float2 t, float2 p) { return cmul(t, p) + (float2)(c, 0.0f); }

static float voigt(float x, float y)
{
    const float2 t = (float2)(y, -x);
    const float2 u = cmul(t, t);
    const float s = fabs(x) + y;
    float2 p, q;
    if (s >= 15.0f)
        return re_div(t * 0.5641896f, u + (float2)(0.5f, 0.0f));
    if (s >= 5.5f) {
        p = cmul(t, u * 0.5641896f + (float2)(1.410474f, 0.0f));
        q = horner(0.75f, u, u + (float2)(3.0f, 0.0f));
        return re_div(p, q);
    }
    if (y >= 0.195f * fabs(x) - 0.176f) {
        p = horner(16.4955f, t, horner(20.20933f, t, horner(11.96482f, t, t * 0.5642236f + (float2)(3.778987f, 0.0f))));
        q = horner(16.4955f, t, horner(38.82363f, t, horner(39.27121f, t,
            horner(21.69274f, t, t + (float2)(6.699398f, 0.0f)))));
        return re_div(p, q);
    }
    p = horner(36183.31f, -u, horner(3321.9905f, -u, horner(1540.787f, -u, horner(219.0313f, -u,
        horner(35.76683f, -u, -0.56419f * u + (float2)(1.320522f, 0.0f))))));
    q = horner(32066.6f, -u, horner(24322.84f, -u, horner(9022.228f, -u, horner(2186.181f, -u,
        horner(364.2191f, -u, horner(61.57037f, -u, (float2)(1.841439f, 0.0f) - u))))));
    return exp(u.x) * cos(u.y) - re_div(cmul(t, p), q);
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void voigt_lines(__global const float4 *restrict lines,  /* offset, strength, air width, lower energy */
                 __global const int2 *restrict window,   /* first and last + 1 line of each group */
                 __global float *restrict kabs,
                 const float nu_base, const float dnu, const float cutoff,
                 const float temp, const float press, const float molmass)
{
    __local float4 tile[TILE];
    const int lid = get_local_id(0);
    const size_t gid = get_global_id(0);
    const float nu = (float)gid * dnu;      /* from nu_base, as the line offsets */
    const int2 w = window[get_group_id(0)];
    const float doppler = 3.581163e-7f * sqrt(temp / molmass);
    float sum = 0.0f;

    for (int l0 = w.x; l0 < w.y; l0 += TILE) {
        const int n = min(TILE, w.y - l0);
        if (lid < n) {
            const float4 l = lines[l0 + lid];
            const float c2 = 1.4387769f, nu0 = nu_base + l.x;
            const float boltz = exp(c2 * l.w * (1.0f / 296.0f - 1.0f / temp));
            const float stim = (1.0f - exp(-c2 * nu0 / temp)) / (1.0f - exp(-c2 * nu0 / 296.0f));
            const float inv_d = 0.8325546f / (doppler * nu0);
            const float lorentz = l.z * press * pow(296.0f / temp, 0.7f);
            tile[lid] = (float4)(l.x, l.y * boltz * stim * inv_d * 0.5641896f, lorentz * inv_d, inv_d);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < n; k++) {
            const float4 l = tile[k];
            const float d = nu - l.x;
            if (fabs(d) <= cutoff)
                sum = mad(l.y, voigt(d * l.w, l.z), sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    kabs[gid] = sum;
}
