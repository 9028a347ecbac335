// Receiver functions of the crust below a seismometer (iterative deconvolution in time: Ligorria and Ammon 1999; as in rf and RFPy): a
// work-group takes one earthquake. The radial trace is taken apart into spikes that, convolved with the vertical trace, explain it: the
// cross-correlation's greatest value gives a spike, which is then taken out with the autocorrelation. Spikes end up as Gaussians.
//   vertical   nevents x nsamples
//   radial     nevents x nsamples
//   receiver   nevents x nlags
//   report     of each event: spikes set, share of the power not explained
//   nevents, nsamples (at most MAX_SAMPLES), nlags (at most MAX_LAGS), zero (which lag is 0), nspikes, width (of a Gaussian, samples),
//   least (power a spike must explain, share)
//   local size: at most MAX_ITEMS; a group for each event
#define MAX_SAMPLES 1024
#define MAX_LAGS 512
#define MAX_ITEMS 128

__kernel void receiver_function(__global const float *restrict vertical,
                                __global const float *restrict radial,
                                __global float *restrict receiver,
                                __global float2 *restrict report,
                                const int nevents,
                                const int nsamples,
                                const int nlags,
                                const int zero,
                                const int nspikes,
                                const float width,
                                const float least)
{
    __local float z[MAX_SAMPLES];
    __local float r[MAX_SAMPLES];
    __local float cross_of[MAX_LAGS];
    __local float self[MAX_LAGS];
    __local float spike[MAX_LAGS];
    __local float value[MAX_ITEMS];
    __local int place[MAX_ITEMS];
    const int event = get_group_id(0);
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    if (event >= nevents)
        return;
    float part = 0.0f;
    for (int t = lid; t < nsamples; t += items) {
        z[t] = vertical[event * nsamples + t];
        const float own = radial[event * nsamples + t];
        r[t] = own;
        part = mad(own, own, part);
    }
    value[lid] = part;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = items; n > 1; n = (n + 1) / 2) {
        const int half_of = (n + 1) / 2;
        if (lid + half_of < n)
            value[lid] += value[lid + half_of];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float power = value[0];
    for (int lag = lid; lag < nlags; lag += items) {
        float sum = 0.0f;
        for (int t = 0; t < nsamples - lag; t++)
            sum = mad(z[t], z[t + lag], sum);
        self[lag] = sum;
        const int shift = lag - zero;
        const int first = max(0, -shift);
        const int end = min(nsamples, nsamples - shift);
        sum = 0.0f;
        for (int t = first; t < end; t++)
            sum = mad(z[t], r[t + shift], sum);
        cross_of[lag] = sum;
        spike[lag] = 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float whole = fmax(self[0], 1e-20f);
    float left = power;
    int set = 0;
    for (int k = 0; k < nspikes; k++) {
        float greatest = -1.0f;
        int where = 0;
        for (int lag = lid; lag < nlags; lag += items) {
            const float here = fabs(cross_of[lag]);
            if (here > greatest) {
                greatest = here;
                where = lag;
            }
        }
        value[lid] = greatest;
        place[lid] = where;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int n = items; n > 1; n = (n + 1) / 2) {
            const int half_of = (n + 1) / 2;
            if (lid + half_of < n && value[lid + half_of] > value[lid]) {
                value[lid] = value[lid + half_of];
                place[lid] = place[lid + half_of];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const int at = place[0];
        const float most = value[0];
        const float high = cross_of[at] / whole;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float gain = most * most / whole;
        if (gain < least * power)                                          // the same for all items
            break;
        for (int lag = lid; lag < nlags; lag += items)
            cross_of[lag] -= high * self[abs(lag - at)];
        if (lid == 0)
            spike[at] += high;
        left -= gain;
        set++;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float narrow = 1.0f / (width * width);
    const int reach = (int)ceil(4.0f * width);
    for (int lag = lid; lag < nlags; lag += items) {
        float sum = 0.0f;
        const int end = min(nlags - 1, lag + reach);
        for (int j = max(0, lag - reach); j <= end; j++) {
            if (spike[j] != 0.0f) {
                const float far = (float)(lag - j);
                sum = mad(spike[j], exp(-far * far * narrow), sum);
            }
        }
        receiver[event * nlags + lag] = sum;
    }
    if (lid == 0)
        report[event] = (float2)((float)set, fmax(left, 0.0f) / fmax(power, 1e-20f));
}
