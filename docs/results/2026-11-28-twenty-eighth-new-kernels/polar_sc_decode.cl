// Successive-cancellation decoding of polar codes (5G control channel), a codeword per work-item.
// Stage s of the tree keeps 2^s LLRs at alpha[2^s...] and the left child's bits at left[2^s...];
// the channel's LLRs are copied to stage logn. Min-sum; frozen is a bitmap of nbits.
#define MAX_LOG 9
#define MAX_N (1 << MAX_LOG)

static float f_op(float a, float b)
{
    const float m = fmin(fabs(a), fabs(b));
    return (a < 0.0f) != (b < 0.0f) ? -m : m;
}

static float g_op(float a, float b, uchar bit)
{
    return bit ? b - a : b + a;
}

__kernel void polar_sc_decode(__global const float *restrict llr,
                              __constant uint *frozen,
                              __global uint *restrict decoded,
                              __global float *restrict metric,
                              const int ncodes, const int logn)
{
    const int c = get_global_id(0);
    if (c >= ncodes || logn > MAX_LOG || logn < 5)
        return;

    const int n = 1 << logn;
    __global const float *ch = llr + (size_t)c * n;
    float alpha[2 * MAX_N];
    uchar left[MAX_N], cur[MAX_N];
    float pm = 0.0f;
    uint word = 0;

    for (int k = 0; k < n; k++)
        alpha[n + k] = ch[k];

    for (int i = 0; i < n; i++) {
        int s = i == 0 ? logn - 1 : 31 - (int)clz((uint)(i & -i));
        const int first = s;
        for (; s >= 0; s--) {
            const int width = 1 << s;
            const bool right = i != 0 && s == first;
            for (int k = 0; k < width; k++) {
                const float a = alpha[2 * width + k];
                const float b = alpha[3 * width + k];
                alpha[width + k] = right ? g_op(a, b, left[width + k]) : f_op(a, b);
            }
        }

        const float l = alpha[1];
        const bool is_frozen = frozen[i >> 5] >> (i & 31) & 1u;
        const uchar u = !is_frozen && l < 0.0f;
        if (is_frozen && l < 0.0f)
            pm -= l;
        word |= (uint)u << (i & 31);
        if ((i & 31) == 31) {
            decoded[c * (n >> 5) + (i >> 5)] = word;
            word = 0;
        }

        cur[0] = u;
        for (s = 0; s < logn && (i >> s & 1); s++) {
            const int width = 1 << s;
            for (int k = 0; k < width; k++) {
                cur[width + k] = cur[k];
                cur[k] ^= left[width + k];
            }
        }
        if (s < logn)
            for (int k = 0; k < 1 << s; k++)
                left[(1 << s) + k] = cur[k];
    }
    metric[c] = pm;
}
