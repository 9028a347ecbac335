// Log-domain Sinkhorn, half an iteration of entropic optimal transport: the row potentials
// f_i = -eps * log sum_j exp((g_j - C_ij) / eps + log b_j), a row per work-item, in one pass.
#define NEG_BIG (-3.0e38f)

__kernel void sinkhorn_rows(__global const float *restrict cost,   /* n x m, row-major */
                            __global const float *restrict g,
                            __global const float *restrict log_b,
                            __global const float *restrict f_old,
                            __global float *restrict f_new,
                            __global float *restrict change,
                            const int n, const int m,
                            const float eps, const float relax)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    __global const float *c = cost + (size_t)i * m;
    const float inv = 1.0f / eps;

    float top = NEG_BIG, sum = 0.0f;
    for (int j = 0; j < m; j++) {
        const float z = mad(g[j] - c[j], inv, log_b[j]);
        const float bigger = fmax(top, z);
        sum = sum * exp(top - bigger) + exp(z - bigger);
        top = bigger;
    }
    const float f = -eps * (top + log(sum));
    const float old = f_old[i];
    const float mixed = mad(relax, f - old, old);
    f_new[i] = mixed;
    change[i] = fabs(mixed - old);
}
