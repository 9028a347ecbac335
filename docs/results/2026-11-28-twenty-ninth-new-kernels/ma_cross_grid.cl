// Back-test of moving-average crossings over a grid of window pairs: a work-item walks over the
// whole series for one (fast, slow) pair, long or short, with a dead band and a trailing stop.
// Prices are in ticks and the moving sums come from prefix sums, so that the signals are exact.
__kernel void ma_cross_grid(__global const int *restrict price,
                            __global const long *restrict prefix,
                            __global const float *restrict logret,
                            __global float *restrict pnl,
                            __global float *restrict drawdown,
                            __global float *restrict sharpe,
                            __global int *restrict trades,
                            const int nbars,
                            const int fast_first,
                            const int fast_step,
                            const int slow_first,
                            const int slow_step,
                            const int band_bp,
                            const int stop_bp,
                            const float cost)
{
    const int fast = fast_first + (int)get_global_id(0) * fast_step;
    const int slow = slow_first + (int)get_global_id(1) * slow_step;
    const size_t out = get_global_id(1) * get_global_size(0) + get_global_id(0);

    float equity = 0.0f, peak = 0.0f, fall = 0.0f, sum = 0.0f, sum2 = 0.0f;
    int ntrades = 0;

    if (fast < slow && slow < nbars) {
        int pos = 0;          // -1 short, 0 flat, 1 long
        int barred = 0;       // the side a stop closed, until the averages cross
        long extreme = 0;     // best price since the entry

        for (int t = slow; t < nbars; t++) {
            // the bar's profit with yesterday's position
            const float r = pos == 0 ? 0.0f : pos > 0 ? logret[t] : -logret[t];
            equity += r;
            sum += r;
            sum2 += r * r;

            const long p = price[t];
            const long now = prefix[t + 1];
            const long f = (now - prefix[t + 1 - fast]) * slow * 10000L;
            const long s = (now - prefix[t + 1 - slow]) * fast;
            int want = pos;
            if (f > s * (10000L + band_bp))
                want = 1;
            else if (f < s * (10000L - band_bp))
                want = -1;

            if (pos > 0) {
                extreme = max(extreme, p);
                if (p * 10000L < extreme * (10000L - stop_bp)) {
                    barred = 1;
                    want = want > 0 ? 0 : want;
                }
            } else if (pos < 0) {
                extreme = min(extreme, p);
                if (p * 10000L > extreme * (10000L + stop_bp)) {
                    barred = -1;
                    want = want < 0 ? 0 : want;
                }
            }
            if (want == barred)
                want = 0;
            else if (want != 0)
                barred = 0;

            if (want != pos) {
                equity -= cost * (float)abs(want - pos);
                ntrades++;
                extreme = p;
                pos = want;
            }
            peak = fmax(peak, equity);
            fall = fmax(fall, peak - equity);
        }
    }

    const float bars = (float)max(nbars - slow, 1);
    const float mean = sum / bars;
    const float var = fmax(sum2 / bars - mean * mean, 0.0f);
    pnl[out] = equity;
    drawdown[out] = fall;
    sharpe[out] = var > 1e-12f ? mean * rsqrt(var) * 15.874508f : 0.0f;
    trades[out] = ntrades;
}
