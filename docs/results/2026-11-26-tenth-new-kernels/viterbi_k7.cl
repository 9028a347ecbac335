// Soft-decision Viterbi decoder of the rate 1/2, constraint length 7 code (171, 133 octal):
// a frame a work-group, a trellis state a work-item; frames end in the zero state.
#define STATES 64
#define G0 0x79u
#define G1 0x5bu

__kernel __attribute__((reqd_work_group_size(STATES, 1, 1)))
void viterbi_k7(__global const char2 *restrict soft, __global const uint *restrict frame_first,
                __global uint *restrict decisions, __global uchar *restrict bits)
{
    __local int metric[2][STATES];
    const uint s = get_local_id(0);
    const uint frame = get_group_id(0);
    const uint first = frame_first[frame];
    const uint steps = frame_first[frame + 1] - first;     // first is a multiple of 32
    const uint words = (steps + 31u) >> 5;
    __global uint *dec = decisions + (size_t)(first >> 5) * STATES;

    const uint p0 = s >> 1, p1 = p0 | 32u;
    const int e0 = (popcount(s & G0) & 1) ? 1 : -1;
    const int e1 = (popcount(s & G1) & 1) ? 1 : -1;

    metric[0][s] = s == 0u ? 0 : 4000;
    barrier(CLK_LOCAL_MEM_FENCE);

    int cur = 0;
    uint t = 0;
    for (uint w = 0; w < words; w++) {
        const uint stop = min(steps, t + 32u);
        const int base = metric[cur][0];
        barrier(CLK_LOCAL_MEM_FENCE);
        metric[cur][s] -= base;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint word = 0;
        for (uint b = 0; t < stop; t++, b++) {
            const char2 q = soft[first + t];
            const int branch = e0 * (int)q.x + e1 * (int)q.y;
            const int m0 = metric[cur][p0] + branch;
            const int m1 = metric[cur][p1] - branch;
            const uint pick = m1 < m0;
            word |= pick << b;
            metric[cur ^ 1][s] = pick ? m1 : m0;
            cur ^= 1;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        dec[w * STATES + s] = word;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);

    if (s == 0) {
        uint state = 0, byte = 0;
        for (int k = (int)steps - 1; k >= 0; k--) {
            byte |= (state & 1u) << (k & 7);
            if ((k & 7) == 0) {
                bits[(first + (uint)k) >> 3] = (uchar)byte;
                byte = 0;
            }
            const uint pick = (dec[((uint)k >> 5) * STATES + state] >> (k & 31)) & 1u;
            state = (state >> 1) | (pick << 5);
        }
    }
}
