// Box least squares of transit surveys (Kovacs 2002; as in astropy and cuvarbase, for TESS light curves): a work-group takes one
// trial period of one star, folds the curve into phase bins of local memory (fixed point, atomics), then slides boxes over them.
//   time        days since the star's first exposure, all stars one after another
//   curve       of each exposure: weight (a star's sum to 1) and weight times flux over mean, in scatters
//   star_ptr    first exposure of each star, nstars + 1 of them
//   frequency   trial frequencies, 1/days
//   best        nstars x nfrequencies: power, depth, phase of the box's start, width
//   nfrequencies, nbins (at most MAX_BINS), narrowest, widest (box widths in bins, 1 <= narrowest <= widest < nbins)
//   least_weight  boxes with less weight than this aren't looked at
#define MAX_BINS 320
#define MAX_LANES 128
#define ONE 33554432.0f

__kernel void bls_transit(__global const float *restrict time,
                          __global const float2 *restrict curve,
                          __global const int *restrict star_ptr,
                          __global const float *restrict frequency,
                          __global float4 *restrict best,
                          const int nfrequencies,
                          const int nbins,
                          const int narrowest,
                          const int widest,
                          const float least_weight)
{
    __local int weight[MAX_BINS];
    __local int signal[MAX_BINS];
    __local float power[MAX_LANES];
    __local int box[MAX_LANES];
    const int lid = get_local_id(0);
    const int wg = get_local_size(0);
    const int trial = get_group_id(0);
    const int star = get_group_id(1);
    const float f = frequency[trial];
    for (int b = lid; b < nbins; b += wg) {
        weight[b] = 0;
        signal[b] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = star_ptr[star] + lid; i < star_ptr[star + 1]; i += wg) {
        const float turns = time[i] * f;
        const int b = min((int)((turns - floor(turns)) * nbins), nbins - 1);
        const float2 c = curve[i];
        atomic_add(&weight[b], convert_int_rte(c.x * ONE));
        atomic_add(&signal[b], convert_int_rte(c.y * ONE));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float top = 0.0f;
    int which = 0;
    for (int start = lid; start < nbins; start += wg) {
        int r = 0;
        int s = 0;
        int b = start;
        for (int width = 1; width <= widest; width++) {
            r += weight[b];
            s += signal[b];
            b = b + 1 == nbins ? 0 : b + 1;
            if (width < narrowest)
                continue;
            const float share = r * (1.0f / ONE);
            if (share < least_weight || share > 1.0f - least_weight || s >= 0)
                continue;
            const float sum = s * (1.0f / ONE);
            const float p = sum * sum / (share * (1.0f - share));
            if (p > top) {
                top = p;
                which = start * MAX_BINS + width;
            }
        }
    }
    power[lid] = top;
    box[lid] = which;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = wg; n > 1; n = (n + 1) / 2) {
        const int half_way = (n + 1) / 2;
        if (lid < n / 2 && power[lid + half_way] > power[lid]) {
            power[lid] = power[lid + half_way];
            box[lid] = box[lid + half_way];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid != 0)
        return;
    const int start = box[0] / MAX_BINS;
    const int width = box[0] % MAX_BINS;
    int r = 0;
    int s = 0;
    for (int k = 0; k < width; k++) {
        const int b = (start + k) % nbins;
        r += weight[b];
        s += signal[b];
    }
    const float share = r * (1.0f / ONE);
    const float depth = width > 0 ? -s * (1.0f / ONE) / (share * (1.0f - share)) : 0.0f;
    best[star * nfrequencies + trial] = (float4)(sqrt(power[0]), depth, (float)start / nbins, (float)width / nbins);
}
