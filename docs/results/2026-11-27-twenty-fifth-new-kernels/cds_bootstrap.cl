/* Credit: piecewise constant hazard rates from par spreads of credit default swaps, Newton's method per tenor. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TENORS 8
__constant int quarters[TENORS] = {2, 4, 8, 12, 16, 20, 28, 40};

__kernel void cds_bootstrap(__global const double *restrict spreads, __global const double *restrict discount,
                            __global double *restrict hazard, __global double *restrict survival5,
                            __global int *restrict iterations, const int names, const double recovery,
                            const double tolerance)
{
    const int name = get_global_id(0);
    if (name >= names)
        return;
    const double dt = 0.25, lgd = 1.0 - recovery;
    double alive = 1.0, premium = 0.0, protection = 0.0, h = spreads[name * TENORS] / lgd;
    int from = 0, total = 0;

    for (int tenor = 0; tenor < TENORS; tenor++) {
        const int to = quarters[tenor];
        const double spread = spreads[name * TENORS + tenor];
        double annuity = 0.0, loss = 0.0, end = alive;
        for (int it = 0; it < 25; it++) {
            double before = alive, d_before = 0.0, d_annuity = 0.0, d_loss = 0.0;
            annuity = premium;
            loss = protection;
            for (int q = from; q < to; q++) {
                const double span = (q + 1 - from) * dt;
                const double after = alive * exp(-h * span), d_after = -span * after;
                const double paid = discount[q + 1], middle = sqrt(discount[q] * paid);
                annuity += dt * paid * 0.5 * (before + after);
                d_annuity += dt * paid * 0.5 * (d_before + d_after);
                loss += lgd * middle * (before - after);
                d_loss += lgd * middle * (d_before - d_after);
                before = after;
                d_before = d_after;
            }
            end = before;
            total++;
            const double f = spread * annuity - loss;
            if (fabs(f) < tolerance)
                break;
            h = clamp(h - f / (spread * d_annuity - d_loss), 1e-8, 5.0);
        }
        hazard[name * TENORS + tenor] = h;
        premium = annuity;
        protection = loss;
        alive = end;
        from = to;
        if (to == 20)
            survival5[name] = end;
    }
    iterations[name] = total;
}
