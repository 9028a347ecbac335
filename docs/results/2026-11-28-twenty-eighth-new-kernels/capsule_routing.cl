// Dynamic routing between capsules (Sabour et al. 2017), a sample per work-group of 160:
// work-item (j, d) owns component d of output capsule j. nin is a multiple of CHUNK.
#define NOUT 10
#define DIM 16
#define WG (NOUT * DIM)
#define MAX_IN 512
#define CHUNK 16

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void capsule_routing(__global const float *restrict u_hat,    /* [sample][nin][NOUT][DIM] */
                     __global float *restrict v_out,          /* [sample][NOUT][DIM] */
                     __global float *restrict length_out,     /* [sample][NOUT] */
                     const int nin, const int iterations)
{
    __local float logit[MAX_IN * NOUT];
    __local float coef[CHUNK * NOUT];
    __local float vec[WG];
    __local float norm2[NOUT];

    const int lid = get_local_id(0);
    const int j = lid / DIM;
    const int sample = get_group_id(0);
    __global const float *u = u_hat + (size_t)sample * nin * WG;

    if (nin > MAX_IN)
        return;
    for (int e = lid; e < nin * NOUT; e += WG)
        logit[e] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int it = 0; it < iterations; it++) {
        float s = 0.0f;
        for (int i0 = 0; i0 < nin; i0 += CHUNK) {
            if (lid < CHUNK) {                                /* softmax over the outputs */
                __local const float *b = logit + (i0 + lid) * NOUT;
                float top = b[0], sum = 0.0f;
                for (int k = 1; k < NOUT; k++)
                    top = fmax(top, b[k]);
                for (int k = 0; k < NOUT; k++) {
                    const float e = native_exp(b[k] - top);
                    coef[lid * NOUT + k] = e;
                    sum += e;
                }
                for (int k = 0; k < NOUT; k++)
                    coef[lid * NOUT + k] /= sum;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int i = 0; i < CHUNK; i++)
                s = mad(coef[i * NOUT + j], u[(i0 + i) * WG + lid], s);
            barrier(CLK_LOCAL_MEM_FENCE);
        }

        vec[lid] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < NOUT) {
            float n2 = 0.0f;
            for (int d = 0; d < DIM; d++)
                n2 = mad(vec[lid * DIM + d], vec[lid * DIM + d], n2);
            norm2[lid] = n2;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const float n2 = norm2[j];
        vec[lid] = s * (n2 / (1.0f + n2)) * rsqrt(n2 + 1e-9f);
        barrier(CLK_LOCAL_MEM_FENCE);

        if (it + 1 < iterations)                              /* agreement */
            for (int e = lid; e < nin * NOUT; e += WG) {
                __global const float *up = u + e * DIM;
                __local const float *v = vec + e % NOUT * DIM;
                float dot = 0.0f;
                for (int d = 0; d < DIM; d++)
                    dot = mad(up[d], v[d], dot);
                logit[e] += dot;
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    v_out[sample * WG + lid] = vec[lid];
    if (lid < NOUT) {
        const float n2 = norm2[lid];
        length_out[sample * NOUT + lid] = n2 / (1.0f + n2);
    }
}
