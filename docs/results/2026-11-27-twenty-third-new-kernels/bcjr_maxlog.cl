// Mobile radio: max-log-MAP decoding of the eight-state LTE turbo constituent code. A work-group has eight windows of
// 32 bits by eight states; both recursions warm up over 16 bits outside the window. state = s0 s1 s2, feedback
// 1 + D^2 + D^3, parity 1 + D + D^3.
#define WINDOW 32
#define WARM 16
#define WINDOWS 8

__kernel __attribute__((reqd_work_group_size(8 * WINDOWS, 1, 1)))
void bcjr_maxlog(__global const float *restrict systematic, __global const float *restrict parity,
                 __global const float *restrict apriori, __global float *restrict extrinsic, const int bits,
                 const float extrinsic_scale)
{
    __local float alpha[WINDOWS][WINDOW][8];
    __local float metric[2][WINDOWS][8];
    __local float best[2][WINDOWS][8];
    const int lid = get_local_id(0), s = lid & 7, w = lid >> 3;
    const int start = (get_group_id(0) * WINDOWS + w) * WINDOW;
    const int s0 = s >> 2, s1 = (s >> 1) & 1, s2 = s & 1;

    // forward: this state is (f, a, b), its predecessors (a, b, 0) and (a, b, 1)
    const int from = (s << 1) & 7;
    const float u0 = (s0 ^ s2) ? -0.5f : 0.5f, p0 = (s0 ^ s1) ? -0.5f : 0.5f;
    int side = 0;
    metric[0][w][s] = (start - WARM < 0 && s != 0) ? -1e6f : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = -WARM; k < WINDOW; k++) {
        const int at = start + k;
        if (k >= 0)
            alpha[w][k][s] = metric[side][w][s];
        float next = metric[side][w][s];
        if (at >= 0) {
            const float g = u0 * (systematic[at] + apriori[at]) + p0 * parity[at];
            next = fmax(metric[side][w][from] + g, metric[side][w][from + 1] - g);
        }
        metric[side ^ 1][w][s] = next;
        side ^= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // backward: bit u leads from this state to (u ^ s1 ^ s2, s0, s1)
    const int fed = s1 ^ s2;
    const int to0 = (fed << 2) | (s >> 1), to1 = to0 ^ 4;
    const float q0 = (fed ^ s0 ^ s2) ? -0.5f : 0.5f;
    side = 0;
    metric[0][w][s] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = WINDOW + WARM - 1; k >= 0; k--) {
        const int at = start + k;
        float next = metric[side][w][s];
        if (at < bits) {
            const float g = 0.5f * (systematic[at] + apriori[at]) + q0 * parity[at];
            const float zero = metric[side][w][to0] + g, one = metric[side][w][to1] - g;
            next = fmax(zero, one);
            if (k < WINDOW) {
                best[0][w][s] = zero + alpha[w][k][s];
                best[1][w][s] = one + alpha[w][k][s];
            }
        }
        metric[side ^ 1][w][s] = next;
        side ^= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k < WINDOW && s == 0) {
            float zero = best[0][w][0], one = best[1][w][0];
            for (int i = 1; i < 8; i++) {
                zero = fmax(zero, best[0][w][i]);
                one = fmax(one, best[1][w][i]);
            }
            extrinsic[at] = extrinsic_scale * (zero - one - systematic[at] - apriori[at]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
