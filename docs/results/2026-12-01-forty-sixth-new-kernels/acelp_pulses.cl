// Search of the algebraic codebook of a speech coder (ACELP of ITU-T G.729, 17 bits): a group is one subframe of 40 samples. Its items
// work out the correlations, then each takes some pairs of places of the first two pulses; the two others are tried only where the first
// three promise enough. The best code is the one with the largest C * C / E.
//   target     nframes x LENGTH: what the code has to match
//   impulse    nframes x LENGTH: answer of the weighted filters
//   code       of each subframe: the four places
//   measure    of each subframe: C, E
//   tried      of each subframe: how many times the innermost loop was entered
//   focus (0 to 1: how much the first three pulses have to promise)
//   local size: 8 x at most 8
#define LENGTH 40
#define PLACES 8

__kernel void acelp_pulses(__global const float *restrict target,
                           __global const float *restrict impulse,
                           __global int4 *restrict code,
                           __global float2 *restrict measure,
                           __global int *restrict tried,
                           const float focus)
{
    __local float x[LENGTH];
    __local float h[LENGTH];
    __local float d[LENGTH];
    __local float sign_of[LENGTH];
    __local float phi[LENGTH][LENGTH];
    __local float most[4], mean[4];
    __local float best_c[PLACES * PLACES], best_e[PLACES * PLACES];
    __local int4 best_at[PLACES * PLACES];
    __local int entered;
    const int lid = get_local_id(1) * PLACES + get_local_id(0);
    const int items = PLACES * get_local_size(1);
    const int frame = get_group_id(1);
    for (int n = lid; n < LENGTH; n += items) {
        x[n] = target[frame * LENGTH + n];
        h[n] = impulse[frame * LENGTH + n];
    }
    if (lid == 0)
        entered = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = lid; n < LENGTH; n += items) {
        float sum = 0.0f;
        for (int i = n; i < LENGTH; i++)
            sum += x[i] * h[i - n];
        sign_of[n] = sum < 0.0f ? -1.0f : 1.0f;
        d[n] = fabs(sum);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < LENGTH; k += items) {                           // one diagonal each, from its end
        float sum = 0.0f;
        for (int j = LENGTH - 1; j >= k; j--) {
            const int i = j - k;
            sum += h[LENGTH - 1 - j] * h[LENGTH - 1 - i];
            const float value = (k ? 2.0f : 1.0f) * sum * sign_of[i] * sign_of[j];
            phi[i][j] = value;
            phi[j][i] = value;
        }
    }
    if (lid < 4) {
        float top = 0.0f;
        float sum = 0.0f;
        for (int n = lid; n < LENGTH; n += 5) {
            top = fmax(top, d[n]);
            sum += d[n];
        }
        most[lid] = top;
        mean[lid] = sum / PLACES;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float average = mean[0] + mean[1] + mean[2];
    const float enough = average + focus * (most[0] + most[1] + most[2] - average);
    float c_best = 0.0f;
    float e_best = 1.0f;
    int4 at_best = (int4)(0, 1, 2, 3);
    int times = 0;
    const int i0 = 5 * get_local_id(0);
    for (int p1 = get_local_id(1); p1 < PLACES; p1 += get_local_size(1)) {
        const int i1 = 1 + 5 * p1;
        const float c1 = d[i0] + d[i1];
        const float e1 = phi[i0][i0] + phi[i1][i1] + phi[i0][i1];
        for (int i2 = 2; i2 < LENGTH; i2 += 5) {
            const float c2 = c1 + d[i2];
            if (c2 < enough)
                continue;
            times++;
            const float e2 = e1 + phi[i2][i2] + phi[i0][i2] + phi[i1][i2];
            for (int p3 = 0; p3 < 2 * PLACES; p3++) {
                const int i3 = 3 + (p3 & 1) + 5 * (p3 >> 1);
                const float c = c2 + d[i3];
                const float e = e2 + phi[i3][i3] + phi[i0][i3] + phi[i1][i3] + phi[i2][i3];
                if (c * c * e_best > c_best * c_best * e) {
                    c_best = c;
                    e_best = e;
                    at_best = (int4)(i0, i1, i2, i3);
                }
            }
        }
    }
    best_c[lid] = c_best;
    best_e[lid] = e_best;
    best_at[lid] = at_best;
    atomic_add(&entered, times);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid > 0)
        return;
    for (int k = 1; k < items; k++)
        if (best_c[k] * best_c[k] * e_best > c_best * c_best * best_e[k]) {
            c_best = best_c[k];
            e_best = best_e[k];
            at_best = best_at[k];
        }
    code[frame] = at_best;
    measure[frame] = (float2)(c_best, e_best);
    tried[frame] = entered;
}
