#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define LS 128
#define R 7

/* 14th-order first derivative; antisymmetric weights in constant memory */
__kernel void fd15(__global const float *in, __global float *out,
                   __constant float *w, const int n)
{
    __local float t[LS + 2 * R];
    int g = get_global_id(0);
    int l = get_local_id(0);
    t[l + R] = g < n ? in[g] : 0.0f;
    if (l < R) {
        int left = g - R;
        int right = g + LS;
        t[l] = left >= 0 ? in[left] : 0.0f;
        t[l + LS + R] = right < n ? in[right] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (g < n) {
        float d = 0.0f;
        for (int k = 1; k <= R; ++k)
            d += w[k - 1] * (t[l + R + k] - t[l + R - k]);
        out[g] = d;
    }
}

#define BW 256
#define STEPS 6
/* Overlapped time tiling: STEPS steps of the heat equation between two
   passes over global memory. A group of BW items makes BW-2*STEPS points. */
__kernel void heat_skewed(__global const double *in, __global double *out,
                          const int n, const double r)
{
    __local double a[BW];
    __local double b[BW];
    int l = get_local_id(0);
    int x = (int)get_group_id(0) * (BW - 2 * STEPS) + l - STEPS;
    int xc = clamp(x, 0, n - 1);
    a[l] = in[xc];
    b[l] = a[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 0; s < STEPS; s += 2) {
        if (l > 0 && l < BW - 1)
            b[l] = a[l] + r * (a[l - 1] - 2.0 * a[l] + a[l + 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l > 0 && l < BW - 1)
            a[l] = b[l] + r * (b[l - 1] - 2.0 * b[l] + b[l + 1]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l >= STEPS && l < BW - STEPS && x < n)
        out[x] = a[l];
}
