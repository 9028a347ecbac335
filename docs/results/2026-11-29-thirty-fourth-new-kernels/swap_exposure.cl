// Expected loss of a dealer's swap book under one-factor Hull-White paths: discount factors at a date
// by state of the rate, all trades of each netting set valued off them, collateral, loss by default odds.
#define MAX_DATES 81

__kernel void swap_exposure(__global const float *restrict rate,          // ndates x npaths
                            __global const float2 *restrict affine,       // ndates x ndates: ln A, B
                            __global const int *restrict set_ptr,
                            __global const int2 *restrict period,         // first and last date of a trade
                            __global const float2 *restrict terms,        // notional (payer > 0), fixed rate
                            __global const float *restrict threshold,     // of a netting set
                            __global const float *restrict loss_odds,     // ndates x nsets
                            __global float *restrict loss,                // ndates x npaths
                            const int npaths,
                            const int ndates,
                            const int nsets,
                            const float accrual)
{
    const int path = get_global_id(0);
    const int date = get_global_id(1);
    if (path >= npaths)
        return;

    float df[MAX_DATES];
    float annuity[MAX_DATES];
    const float r = rate[(size_t)date * npaths + path];
    float sum = 0.0f;
    df[date] = 1.0f;
    annuity[date] = 0.0f;
    for (int j = date + 1; j < ndates; j++) {
        const float2 ab = affine[date * ndates + j];
        const float d = exp(ab.x - ab.y * r);
        sum += accrual * d;
        df[j] = d;
        annuity[j] = sum;
    }

    float expected = 0.0f;
    for (int s = 0; s < nsets; s++) {
        float value = 0.0f;
        for (int k = set_ptr[s]; k < set_ptr[s + 1]; k++) {
            const int2 when = period[k];
            if (when.y <= date)
                continue;
            const int from = max(when.x, date);
            const float2 t = terms[k];
            const float floating = df[from] - df[when.y];
            value += t.x * (floating - t.y * (annuity[when.y] - annuity[from]));
        }
        const float exposure = min(max(value, 0.0f), threshold[s]);
        expected += exposure * loss_odds[date * nsets + s];
    }
    loss[(size_t)date * npaths + path] = expected;
}
