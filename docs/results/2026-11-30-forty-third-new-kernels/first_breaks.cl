// First arrivals on seismic traces (Akaike's criterion after Maeda 1985): a work-group takes one trace. Each item sums a stretch of the
// search window, a scan in local memory joins the sums, then every split of the window into noise and signal is scored and the best of
// all items is the pick.
//   trace    ntraces x nsamples
//   window   of each trace: first sample and end of the search, from the offset and a rough velocity
//   pick     of each trace: time (ms, from the trace's start), drop of the criterion per sample, signal to noise (dB), amplitude
//   ntraces, nsamples, margin (samples at both ends that are no picks, at least 1), look (samples for signal to noise), interval (ms)
//   local size: at most MAX_ITEMS items; a group for each trace, groups beyond are idle
#define MAX_ITEMS 128
#define LEAST 1e-12f

float spread(const float2 sums, const float count)
{
    const float mean = sums.x / count;
    return fmax(sums.y / count - mean * mean, LEAST);
}

__kernel void first_breaks(__global const float *restrict trace,
                           __global const int2 *restrict window,
                           __global float4 *restrict pick,
                           const int ntraces,
                           const int nsamples,
                           const int margin,
                           const int look,
                           const float interval)
{
    __local float2 part[MAX_ITEMS];
    __local float score[MAX_ITEMS];
    __local int split[MAX_ITEMS];
    const int t = get_group_id(0);
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    if (t >= ntraces)
        return;
    const int begin = clamp(window[t].x, 0, nsamples - 1);
    const int end = clamp(window[t].y, begin + 1, nsamples);
    const int wide = end - begin;
    __global const float *x = trace + t * nsamples + begin;
    const int stretch = (wide + items - 1) / items;
    const int from = min(lid * stretch, wide);
    const int to = min(from + stretch, wide);
    float2 sums = (float2)(0.0f, 0.0f);
    for (int i = from; i < to; i++)
        sums += (float2)(x[i], x[i] * x[i]);
    part[lid] = sums;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < items; d *= 2) {
        const float2 other = lid >= d ? part[lid - d] : (float2)(0.0f, 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        part[lid] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float2 all = part[items - 1];
    const float whole = (float)wide * log(spread(all, (float)wide));
    float2 before = part[lid] - sums;
    float best = whole;
    int best_at = 0;
    for (int i = from; i < to; i++) {
        if (i >= margin && i < wide - margin) {
            const float criterion = (float)i * log(spread(before, (float)i))
                                  + (float)(wide - i) * log(spread(all - before, (float)(wide - i)));
            if (criterion < best) {
                best = criterion;
                best_at = i;
            }
        }
        before += (float2)(x[i], x[i] * x[i]);
    }
    score[lid] = best;
    split[lid] = best_at;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = items; n > 1; n = (n + 1) / 2) {
        const int other = lid + (n + 1) / 2;
        if (other < n && score[other] < score[lid]) {
            score[lid] = score[other];
            split[lid] = split[other];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        const int at = split[0];
        float noise = LEAST;
        float signal = LEAST;
        for (int k = 0; k < look; k++) {
            noise += pown(x[max(at - 1 - k, 0)], 2);
            signal += pown(x[min(at + k, wide - 1)], 2);
        }
        pick[t] = (float4)((float)(begin + at) * interval, (whole - score[0]) / (float)wide, 10.0f * log10(signal / noise), x[at]);
    }
}
