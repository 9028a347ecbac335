/* Audio: YIN pitch tracker. One work-group per frame of 16-bit samples; the frame is staged in local memory. */
#define WINDOW 512
#define MAX_LAG 256

__kernel void yin_pitch(__global const short *restrict samples, __global float *restrict pitch,
                        __global float *restrict clarity, const int hop, const int min_lag,
                        const float threshold, const float rate)
{
    __local float x[WINDOW + MAX_LAG];
    __local float d[MAX_LAG];
    const int frame = get_group_id(0), lid = get_local_id(0), n = get_local_size(0);
    __global const short *at = samples + (size_t)frame * hop;

    for (int i = lid; i < WINDOW + MAX_LAG; i += n)
        x[i] = at[i] * (1.0f / 32768.0f);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int lag = lid; lag < MAX_LAG; lag += n) {
        float sum = 0.0f;
        for (int j = 0; j < WINDOW; j++) {
            const float e = x[j] - x[j + lag];
            sum = mad(e, e, sum);
        }
        d[lag] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        float running = 0.0f, best = 2.0f;
        int found = -1, lowest = min_lag;
        d[0] = 1.0f;
        for (int lag = 1; lag < MAX_LAG; lag++) {
            running += d[lag];
            d[lag] = running > 1e-12f ? d[lag] * (float)lag / running : 1.0f;
        }
        for (int lag = min_lag; lag < MAX_LAG - 1; lag++) {
            if (d[lag] < best) {
                best = d[lag];
                lowest = lag;
            }
            if (d[lag] < threshold) {
                while (lag + 1 < MAX_LAG - 1 && d[lag + 1] < d[lag])
                    lag++;
                found = lag;
                break;
            }
        }
        const int lag = found >= 0 ? found : lowest;
        const float l = d[lag - 1], m = d[lag], r = d[lag + 1];
        const float curve = l - 2.0f * m + r;
        const float shift = fabs(curve) > 1e-9f ? 0.5f * (l - r) / curve : 0.0f;
        pitch[frame] = found >= 0 ? rate / ((float)lag + clamp(shift, -1.0f, 1.0f)) : 0.0f;
        clarity[frame] = 1.0f - fmin(m, 1.0f);
    }
}
