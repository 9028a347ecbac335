// Kolmogorov-Arnold network layer, inference: every edge (i,o) is a cubic B-spline with
// G coefficients plus a SiLU base term; y[b][o] = sum_i phi_io(x[b][i]).
// NDRange: (n_out / 4, batch), work-groups of (n_out / 4 capped at 64, 1).
#define TILE 64

__kernel void kan_spline(__global const float *x,
                         __global const float4 *coef,     // [i][g][o/4]
                         __global const float4 *base_w,   // [i][o/4]
                         __global float4 *y,
                         int n_in, int G, float grid_lo, float inv_h)
{
    __local float4 basis[TILE];
    __local float silu[TILE];
    __local int span[TILE];

    const int o = get_global_id(0);
    const int o4 = get_global_size(0);
    const int b = get_global_id(1);
    const int lid = get_local_id(0);
    const int step = min((int)get_local_size(0), TILE);

    float4 acc = (float4)(0.0f);

    for (int i0 = 0; i0 < n_in; i0 += step) {
        const int cnt = min(step, n_in - i0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < cnt) {
            const float xi = x[b * n_in + i0 + lid];
            const float u = clamp((xi - grid_lo) * inv_h, 0.0f, (float)(G - 3) - 1.0e-3f);
            const int s = min((int)u, G - 4);
            const float t = u - (float)s;
            const float t2 = t * t, t3 = t2 * t, r = 1.0f - t;
            basis[lid] = (float4)(r * r * r,
                                  3.0f * t3 - 6.0f * t2 + 4.0f,
                                  -3.0f * t3 + 3.0f * t2 + 3.0f * t + 1.0f,
                                  t3) * (1.0f / 6.0f);
            silu[lid] = xi / (1.0f + exp(-xi));
            span[lid] = s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int k = 0; k < cnt; k++) {
            const int i = i0 + k;
            const float4 w = basis[k];
            __global const float4 *c = coef + (i * G + span[k]) * o4 + o;
            acc += base_w[i * o4 + o] * silu[k];
            acc += c[0] * w.x + c[o4] * w.y + c[2 * o4] * w.z + c[3 * o4] * w.w;
        }
    }
    y[b * o4 + o] = acc;
}
