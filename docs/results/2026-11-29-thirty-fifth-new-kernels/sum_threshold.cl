// Radio interference in a dynamic spectrum by SumThreshold, a channel a work-group: noise of the channel
// from clipped rounds, then windows of 1, 2, 4, ... samples whose mean over the unflagged is too far out.
#define GROUP 128
#define MAX_TIMES 1024

static inline float group_sum(__local float *scratch, const int lid, const float mine)
{
    scratch[lid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = GROUP / 2; k > 0; k >>= 1) {
        if (lid < k)
            scratch[lid] += scratch[lid + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float sum = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sum_threshold(__global const float *restrict amplitude,            // nchannels x ntimes
                   __global const uchar *restrict known,                // flagged before
                   __global uchar *restrict flags,
                   __global float *restrict noise,
                   const int ntimes,
                   const int longest,
                   const float base)
{
    __local float value[MAX_TIMES];
    __local uchar flag[MAX_TIMES];
    __local uchar start[MAX_TIMES];
    __local float scratch[GROUP];

    const int channel = get_group_id(0);
    const int lid = get_local_id(0);
    const size_t row = (size_t)channel * ntimes;
    for (int t = lid; t < ntimes; t += GROUP) {
        value[t] = amplitude[row + t];
        flag[t] = known[row + t] != 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float mean = 0.0f;
    float sigma = 1e30f;
    for (int round = 0; round < 3; round++) {
        float n = 0.0f;
        float sum = 0.0f;
        for (int t = lid; t < ntimes; t += GROUP)
            if (!flag[t] && fabs(value[t] - mean) < 3.0f * sigma) {
                n += 1.0f;
                sum += value[t];
            }
        n = group_sum(scratch, lid, n);
        const float middle = group_sum(scratch, lid, sum) / fmax(n, 1.0f);
        float square = 0.0f;
        for (int t = lid; t < ntimes; t += GROUP)
            if (!flag[t] && fabs(value[t] - mean) < 3.0f * sigma)
                square += (value[t] - middle) * (value[t] - middle);
        square = group_sum(scratch, lid, square);
        mean = middle;
        sigma = sqrt(square / fmax(n - 1.0f, 1.0f)) + 1e-9f;
    }
    if (lid == 0)
        noise[channel] = sigma;

    float limit = base * sigma;
    for (int len = 1; len <= longest; len *= 2) {
        for (int t = lid; t < ntimes; t += GROUP) {
            float sum = 0.0f;
            int n = 0;
            const bool fits = t + len <= ntimes;
            for (int k = t; k < t + len && fits; k++)
                if (!flag[k]) {
                    sum += value[k] - mean;
                    n++;
                }
            start[t] = n > 0 && fabs(sum) > limit * n;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int t = lid; t < ntimes; t += GROUP) {
            uchar hit = flag[t];
            for (int k = max(t - len + 1, 0); k <= t && !hit; k++)
                hit = start[k];
            flag[t] = hit;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        limit *= 1.0f / 1.5f;
    }

    for (int t = lid; t < ntimes; t += GROUP)
        flags[row + t] = flag[t];
}
