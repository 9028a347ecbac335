#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* a chain: Horner with 24 coefficients, applied `rep` times */
__kernel void horner(__global const double *x, __global double *y, __constant double *c,
                     const int n, const int rep)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    double t = x[i];
    for (int r = 0; r < rep; ++r) {
        double p = c[23];
        for (int k = 22; k >= 0; --k)
            p = p * t + c[k];
        t = p * 0.04;
    }
    y[i] = t;
}

/* great-circle distances from one point, double, trigonometry */
__kernel void haversine(__global const double *lat, __global const double *lon,
                        __global double *dist, const int n, const double lat0, const double lon0)
{
    int i = get_global_id(0);
    if (i < n) {
        double a = sin(0.5 * (lat[i] - lat0));
        double b = sin(0.5 * (lon[i] - lon0));
        double h = a * a + cos(lat0) * cos(lat[i]) * b * b;
        dist[i] = 2.0 * 6371.0 * asin(fmin(1.0, sqrt(h)));
    }
}

/* tone mapping: pow, exp, log in float on float4 pixels */
__kernel void tonemap(__global const float4 *in, __global float4 *out, const int n,
                      const float gamma, const float key)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float4 p = in[i];
    float lum = 0.27f * p.x + 0.67f * p.y + 0.06f * p.z + 1e-4f;
    float s = key * exp(-log(lum) * 0.3f);
    p *= s / (1.0f + lum * s);
    p = pow(p, (float4)(1.0f / gamma));
    p.w = 1.0f;
    out[i] = p;
}

/* Kepler's equation by a fixed number of Newton steps: sin, cos, divide */
__kernel void kepler(__global const float *M, __global float *E, const int n,
                     const float ecc, const int steps)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float m = 6.2831853f * M[i];
    float e = m;
    for (int k = 0; k < steps; ++k) {
        float s, c;
        s = sincos(e, &c);
        e -= (e - ecc * s - m) / (1.0f - ecc * c);
    }
    E[i] = e;
}

/* float data, double accumulators: variance of rows */
__kernel void rowvar_mixed(__global const float *a, __global float *v, const int rows, const int cols)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    double s = 0.0, q = 0.0;
    for (int j = 0; j < cols; ++j) {
        double x = a[r * cols + j];
        s += x;
        q += x * x;
    }
    v[r] = (float)((q - s * s / cols) / (cols - 1));
}

/* integer: steps until 3n+1 reaches 1 */
__kernel void collatz(__global ushort *steps, const uint first)
{
    int i = get_global_id(0);
    ulong x = first + (uint)i;
    int k = 0;
    while (x > 1) {
        x = (x & 1) ? 3 * x + 1 : x >> 1;
        ++k;
    }
    steps[i] = (ushort)k;
}
