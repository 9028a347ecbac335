float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

/* one radix-2 Stockham pass, p = 1, 2, 4, ... */
__kernel void fft_r2(__global const float2 *x, __global float2 *y, const int p)
{
    int i = get_global_id(0);
    int t = get_global_size(0);
    int k = i & (p - 1);
    float2 u0 = x[i];
    float2 u1 = x[i + t];
    float alpha = -M_PI_F * (float)k / (float)p;
    float2 tw = (float2)(cos(alpha), sin(alpha));
    u1 = cmul(u1, tw);
    int j = ((i - k) << 1) + k;
    y[j] = u0 + u1;
    y[j + p] = u0 - u1;
}

/* one radix-4 pass with twiddles from a table of size 3*p */
__kernel void fft_r4(__global const float2 *x, __global float2 *y,
                     __global const float2 *tw, const int p)
{
    int i = get_global_id(0);
    int t = get_global_size(0);
    int k = i & (p - 1);
    float2 a = x[i];
    float2 b = cmul(x[i + t], tw[3 * k]);
    float2 c = cmul(x[i + 2 * t], tw[3 * k + 1]);
    float2 d = cmul(x[i + 3 * t], tw[3 * k + 2]);
    float2 s0 = a + c, s1 = a - c, s2 = b + d;
    float2 bd = b - d;
    float2 s3 = (float2)(bd.y, -bd.x);
    int j = ((i - k) << 2) + k;
    y[j] = s0 + s2;
    y[j + p] = s1 + s3;
    y[j + 2 * p] = s0 - s2;
    y[j + 3 * p] = s1 - s3;
}
