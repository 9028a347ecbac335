// Record linkage: Jaro-Winkler similarity of candidate pairs of names left after blocking; pairs over
// the threshold go to a compact list.
#define MAX_LEN 64

__kernel void jaro_winkler(__global const uchar *restrict pool_a,
                           __global const uint *restrict offset_a,
                           __global const uchar *restrict pool_b,
                           __global const uint *restrict offset_b,
                           __global const uint2 *restrict pairs,
                           __global float *restrict score,
                           __global uint *restrict hits,
                           __global uint *restrict nhits,
                           const uint npairs,
                           const float threshold)
{
    const uint p = get_global_id(0);
    if (p >= npairs)
        return;

    const uint2 pair = pairs[p];
    __global const uchar *s = pool_a + offset_a[pair.x];
    __global const uchar *t = pool_b + offset_b[pair.y];
    const int ls = min((int)(offset_a[pair.x + 1] - offset_a[pair.x]), MAX_LEN);
    const int lt = min((int)(offset_b[pair.y + 1] - offset_b[pair.y]), MAX_LEN);

    float sim = ls == 0 && lt == 0 ? 1.0f : 0.0f;
    if (ls > 0 && lt > 0) {
        const int window = max(max(ls, lt) / 2 - 1, 0);
        ulong used_s = 0, used_t = 0;
        int matches = 0;
        for (int i = 0; i < ls; i++) {
            const uchar c = s[i];
            const int end = min(i + window + 1, lt);
            for (int j = max(i - window, 0); j < end; j++) {
                if (t[j] == c && !(used_t >> j & 1ul)) {
                    used_s |= 1ul << i;
                    used_t |= 1ul << j;
                    matches++;
                    break;
                }
            }
        }

        if (matches > 0) {
            int moved = 0;
            while (used_s) {
                const int i = 63 - (int)clz(used_s & -used_s);
                const int j = 63 - (int)clz(used_t & -used_t);
                moved += s[i] != t[j];
                used_s &= used_s - 1;
                used_t &= used_t - 1;
            }
            const float m = (float)matches;
            sim = (m / ls + m / lt + (m - (float)(moved / 2)) / m) * (1.0f / 3.0f);

            if (sim > 0.7f) {
                const int lim = min(min(ls, lt), 4);
                int prefix = 0;
                while (prefix < lim && s[prefix] == t[prefix])
                    prefix++;
                sim += 0.1f * prefix * (1.0f - sim);
            }
        }
    }

    score[p] = sim;
    if (sim >= threshold)
        hits[atomic_inc(nhits)] = p;
}
