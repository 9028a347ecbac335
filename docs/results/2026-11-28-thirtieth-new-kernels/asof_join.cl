// As-of join of trades with the quotes of their symbols (quotes sorted by symbol, then time): the
// last quote at or before each trade, the side of the trade by Lee and Ready, its effective spread,
// and the time-weighted mid-price of the window before it. Times in microseconds, prices in ticks.
#define TICK_TEST 64

__kernel void asof_join(__global const uint *restrict sym_ptr,
                        __global const long *restrict quote_time,
                        __global const int2 *restrict bid_ask,
                        __global const long *restrict trade_time,
                        __global const ushort *restrict trade_sym,
                        __global const int *restrict trade_price,
                        __global int *restrict matched,
                        __global char *restrict side,
                        __global float2 *restrict measures,
                        const uint ntrades,
                        const int tolerance_us,
                        const int window_us)
{
    const uint t = get_global_id(0);
    if (t >= ntrades)
        return;

    const long when = trade_time[t];
    const uint begin = sym_ptr[trade_sym[t]];
    uint lo = begin;
    uint hi = sym_ptr[trade_sym[t] + 1];
    while (lo < hi) {
        const uint mid = lo + ((hi - lo) >> 1);
        if (quote_time[mid] <= when)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == begin || when - quote_time[lo - 1] > tolerance_us) {
        matched[t] = -1;
        side[t] = 0;
        measures[t] = (float2)(0.0f, 0.0f);
        return;
    }

    const uint q = lo - 1;
    const int2 now = bid_ask[q];
    const int twice_mid = now.x + now.y;
    int dir = 2 * trade_price[t] - twice_mid;
    if (dir == 0) {
        const uint stop = q - begin > TICK_TEST ? q - TICK_TEST : begin;
        for (uint k = q; k > stop && dir == 0; k--) {
            const int2 old = bid_ask[k - 1];
            dir = twice_mid - (old.x + old.y);
        }
    }

    const long from = when - window_us;
    long until = when;
    float weighted = 0.0f, span = 0.0f;
    for (uint k = lo; k > begin && until > from; k--) {
        const long since = max(quote_time[k - 1], from);
        const int2 ba = bid_ask[k - 1];
        const float dt = (float)(until - since);
        weighted = mad(dt, 0.5f * (float)(ba.x + ba.y), weighted);
        span += dt;
        until = since;
    }

    matched[t] = (int)q;
    side[t] = dir > 0 ? 1 : dir < 0 ? -1 : 0;
    measures[t] = (float2)(fabs((float)(2 * trade_price[t] - twice_mid)), span > 0.0f ? weighted / span : 0.5f * (float)twice_mid);
}
