// Design of optical coatings: reflectance and transmittance of a stack of thin films at one wavelength and angle (Abeles' matrices, as in
// Macleod 2010): an item is one wavelength and angle. It goes from the substrate up and carries fields of both polarizations.
//   wave       of each wavelength: nm
//   refraction (nlayers + 1) x nwaves: n, k of the layers from the top, then of the substrate; k = 0 where nothing is absorbed
//   thick      of each layer: nm
//   reflected  nangles x nwaves: s, p
//   through    nangles x nwaves: s, p
//   nwaves, nangles, nlayers, steepest (of the last angle, radians)

float2 times(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

float2 over(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y) / dot(b, b);
}

float2 root(const float2 a)                                                // the one that decays: real part > 0, imaginary < 0
{
    const float size = sqrt(dot(a, a));
    const float re = sqrt(fmax(0.5f * (size + a.x), 0.0f));
    const float im = sqrt(fmax(0.5f * (size - a.x), 0.0f));
    return (float2)(re, -im);
}

__kernel void coating_stack(__global const float *restrict wave,
                            __global const float2 *restrict refraction,
                            __global const float *restrict thick,
                            __global float2 *restrict reflected,
                            __global float2 *restrict through,
                            const int nwaves,
                            const int nangles,
                            const int nlayers,
                            const float steepest)
{
    const int w = get_global_id(0);
    const int a = get_global_id(1);
    if (w >= nwaves || a >= nangles)
        return;
    const float angle = steepest * a / max(nangles - 1, 1);
    const float tangent = sin(angle);
    const float across = tangent * tangent;
    const float turn = 6.2831853f / wave[w];
    float2 n = refraction[nlayers * nwaves + w];
    n.y = -n.y;
    float2 q = root(times(n, n) - (float2)(across, 0.0f));                 // n cos(theta)
    const float2 out_s = q;
    const float2 out_p = over(times(n, n), q);
    float2 es = (float2)(1.0f, 0.0f);
    float2 ep = (float2)(1.0f, 0.0f);
    float2 hs = out_s;
    float2 hp = out_p;
    for (int j = nlayers - 1; j >= 0; j--) {
        n = refraction[j * nwaves + w];
        n.y = -n.y;
        const float2 square = times(n, n);
        q = root(square - (float2)(across, 0.0f));
        const float2 phase = turn * thick[j] * q;
        float c;
        const float s = sincos(phase.x, &c);
        float2 cosine = (float2)(c, 0.0f);
        float2 sine = (float2)(s, 0.0f);
        if (phase.y != 0.0f) {                                               // absorbed, or beyond the critical angle
            const float grow = exp(clamp(phase.y, -30.0f, 30.0f));
            const float ch = 0.5f * (grow + 1.0f / grow);
            const float sh = 0.5f * (grow - 1.0f / grow);
            cosine = (float2)(c * ch, -s * sh);
            sine = (float2)(s * ch, c * sh);
        }
        const float2 turned = (float2)(-sine.y, sine.x);                   // i sin
        const float2 tilt = over(square, q);
        const float2 e0 = times(cosine, es) + times(turned, over(hs, q));
        hs = times(turned, times(q, es)) + times(cosine, hs);
        es = e0;
        const float2 e1 = times(cosine, ep) + times(turned, over(hp, tilt));
        hp = times(turned, times(tilt, ep)) + times(cosine, hp);
        ep = e1;
    }
    const float in_s = sqrt(1.0f - across);
    const float in_p = 1.0f / in_s;
    const float2 sum_s = in_s * es + hs, less_s = in_s * es - hs;
    const float2 sum_p = in_p * ep + hp, less_p = in_p * ep - hp;
    reflected[a * nwaves + w] = (float2)(dot(less_s, less_s) / dot(sum_s, sum_s), dot(less_p, less_p) / dot(sum_p, sum_p));
    through[a * nwaves + w] = 4.0f * (float2)(in_s * out_s.x / dot(sum_s, sum_s), in_p * out_p.x / dot(sum_p, sum_p));
}
