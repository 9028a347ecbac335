// Cross entropy of a language model's head and its gradient in one go, bf16 logits: a group a token,
// running maximum and sum by work-item, joined in local memory, then the row is passed a second time.
#define WG 128

static inline float from_bf16(const ushort v)
{
    return as_float((uint)v << 16);
}

static inline ushort to_bf16(const float v)
{
    const uint u = as_uint(v);
    return (ushort)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void xent_bf16(__global const ushort *restrict logits,
               __global const int *restrict label,
               __global ushort *restrict grad,
               __global float *restrict loss,
               const int vocab,
               const float scale,
               const float smoothing,
               const float z_weight)
{
    __local float s_max[WG];
    __local float s_sum[WG];
    __local float s_total[WG];

    const int lid = get_local_id(0);
    const int token = get_group_id(0);
    const int want = label[token];
    __global const ushort *row = logits + (size_t)token * vocab;
    __global ushort *g = grad + (size_t)token * vocab;

    if (want < 0) {                         // padding: no loss, no gradient
        for (int i = lid; i < vocab; i += WG)
            g[i] = 0;
        if (lid == 0)
            loss[token] = 0.0f;
        return;
    }

    float top = -INFINITY, sum = 0.0f, total = 0.0f;
    for (int i = lid; i < vocab; i += WG) {
        const float v = from_bf16(row[i]);
        if (v > top) {
            sum *= exp(top - v);
            top = v;
        }
        sum += exp(v - top);
        total += v;
    }
    s_max[lid] = top;
    s_sum[lid] = sum;
    s_total[lid] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = WG / 2; step > 0; step >>= 1) {
        if (lid < step) {
            const float a = s_max[lid], b = s_max[lid + step];
            const float m = max(a, b);
            s_sum[lid] = s_sum[lid] * exp(a - m) + s_sum[lid + step] * exp(b - m);
            s_max[lid] = m;
            s_total[lid] += s_total[lid + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    const float lse = s_max[0] + log(s_sum[0]);
    const float even = smoothing / vocab;
    const float z_slope = 1.0f + 2.0f * z_weight * lse;
    for (int i = lid; i < vocab; i += WG) {
        const float p = exp(from_bf16(row[i]) - lse);
        const float aim = (i == want ? 1.0f - smoothing : 0.0f) + even;
        g[i] = to_bf16(scale * (p * z_slope - aim));
    }
    if (lid == 0)
        loss[token] = lse - (1.0f - smoothing) * from_bf16(row[want]) - even * s_total[0] + z_weight * lse * lse;
}
