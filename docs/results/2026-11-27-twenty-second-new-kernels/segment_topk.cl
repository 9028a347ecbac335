/* Vector database: the k best of each segment of 1024 candidate scores, by a bitonic sort in local memory.
 * 256 work-items per segment; candidates whose bit in the filter isn't set are put last. */
#define SEGMENT 1024

__kernel void segment_topk(__global const float *restrict scores, __global const uint *restrict filter,
                           __global uint *restrict best_id, __global float *restrict best_score, const uint k)
{
    __local ulong key[SEGMENT];
    const uint lid = get_local_id(0), size = get_local_size(0), segment = get_group_id(0);

    for (uint i = lid; i < SEGMENT; i += size) {
        const uint at = segment * SEGMENT + i;
        const uint bits = as_uint(scores[at]);
        uint order = bits ^ ((uint)((int)bits >> 31) | 0x80000000u);
        if (!((filter[at >> 5] >> (at & 31)) & 1))
            order = 0;
        key[i] = ((ulong)order << 32) | (0xffffffffu - at);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint width = 2; width <= SEGMENT; width <<= 1)
        for (uint stride = width >> 1; stride > 0; stride >>= 1) {
            for (uint p = lid; p < SEGMENT / 2; p += size) {
                const uint i = 2 * p - (p & (stride - 1));
                const uint j = i + stride;
                const ulong a = key[i], b = key[j];
                const bool descending = (i & width) == 0;
                if ((a < b) == descending) {
                    key[i] = b;
                    key[j] = a;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }

    for (uint i = lid; i < k; i += size) {
        const uint order = (uint)(key[i] >> 32);
        best_id[segment * k + i] = order ? 0xffffffffu - (uint)key[i] : 0xffffffffu;
        best_score[segment * k + i] = order ? as_float(order & 0x80000000u ? order ^ 0x80000000u : ~order) : -INFINITY;
    }
}
