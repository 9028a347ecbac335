// Batched tridiagonal systems by parallel cyclic reduction, one system a work-group.
__kernel void pcr_tridiag(__global const float *restrict lower, __global const float *restrict diag,
                          __global const float *restrict upper, __global const float *restrict rhs,
                          __global float *restrict x, __local float *la, __local float *lb,
                          __local float *lc, __local float *ld, const int n)
{
    const int t = get_local_id(0);
    const int base = get_group_id(0) * n;
    float a = 0.0f, b = 1.0f, c = 0.0f, d = 0.0f;
    if (t < n) {
        a = t > 0 ? lower[base + t] : 0.0f;
        b = diag[base + t];
        c = t < n - 1 ? upper[base + t] : 0.0f;
        d = rhs[base + t];
    }
    la[t] = a;
    lb[t] = b;
    lc[t] = c;
    ld[t] = d;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < n; s <<= 1) {
        if (t < n) {
            float na = 0.0f, nc = 0.0f;
            if (t >= s) {
                float k1 = a / lb[t - s];
                na = -la[t - s] * k1;
                b -= lc[t - s] * k1;
                d -= ld[t - s] * k1;
            }
            if (t + s < n) {
                float k2 = c / lb[t + s];
                nc = -lc[t + s] * k2;
                b -= la[t + s] * k2;
                d -= ld[t + s] * k2;
            }
            a = na;
            c = nc;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        la[t] = a;
        lb[t] = b;
        lc[t] = c;
        ld[t] = d;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t < n)
        x[base + t] = d / b;
}
