// Scanning margin of accounts of a clearing house: an account a work-group, a scenario of price and volatility a
// work-item; American options by the quadratic approximation of Barone-Adesi and Whaley.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SCENARIOS 16

static inline double normal_cdf(const double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

static double black(const double s, const double x, const double t, const double r, const double b, const double vol,
                    const double phi)
{
    const double spread = vol * sqrt(t);
    const double d1 = (log(s / x) + (b + 0.5 * vol * vol) * t) / spread;
    return phi * (s * exp((b - r) * t) * normal_cdf(phi * d1) - x * exp(-r * t) * normal_cdf(phi * (d1 - spread)));
}

static double american(const double s, const double x, const double t, const double r, const double b, const double vol,
                       const double phi)
{
    const double european = black(s, x, t, r, b, vol, phi);
    if (phi > 0.0 && b >= r)
        return european;                                                  // never worth exercising early
    const double n = 2.0 * b / (vol * vol);
    const double m = 2.0 * r / (vol * vol);
    const double carry = exp((b - r) * t);
    const double spread = vol * sqrt(t);
    const double q = 0.5 * (1.0 - n + phi * sqrt((n - 1.0) * (n - 1.0) + 4.0 * m / (1.0 - exp(-r * t))));
    double critical = x * (1.0 + phi * 0.9 * spread / (1.0 + spread));
    double cdf = 0.0;
    for (int round = 0; round < 24; round++) {
        const double d1 = (log(critical / x) + (b + 0.5 * vol * vol) * t) / spread;
        cdf = normal_cdf(phi * d1);
        const double density = 0.3989422804014327 * exp(-0.5 * d1 * d1);
        const double right = black(critical, x, t, r, b, vol, phi) + phi * (1.0 - carry * cdf) * critical / q;
        if (fabs(phi * (critical - x) - right) < 1e-7 * x)
            break;
        const double slope = phi * carry * cdf * (1.0 - 1.0 / q) + (phi - carry * density / spread) / q;
        const double next = (x + phi * (right - slope * critical)) / (1.0 - phi * slope);
        critical = clamp(next, 0.1 * critical, 10.0 * critical);
    }
    if (phi * (s - critical) >= 0.0)
        return phi * (s - x);
    return european + phi * critical / q * (1.0 - carry * cdf) * pow(s / critical, q);
}

__kernel void span_baw(__global const int *restrict account_ptr,
                       __global const int2 *restrict position,            // contract, lots (signed)
                       __global const int2 *restrict contract,            // underlying; 0 future, 1 call, -1 put
                       __global const double4 *restrict terms,            // strike, years, volatility, multiplier
                       __global const double4 *restrict underlying,       // spot, rate, yield, scan range
                       __global const double4 *restrict scenario,         // move in ranges, move of volatility, weight
                       __global double *restrict margin,
                       __global int *restrict worst,
                       const int naccounts)
{
    __local double loss[SCENARIOS];
    const int k = get_local_id(0);
    const int account = get_group_id(0);
    const double4 shock = scenario[k];
    double sum = 0.0;
    for (int i = account_ptr[account]; i < account_ptr[account + 1]; i++) {
        const int2 pos = position[i];
        const int2 kind = contract[pos.x];
        const double4 t = terms[pos.x];
        const double4 u = underlying[kind.x];
        const double spot = u.x * (1.0 + shock.x * u.w);
        double change = spot - u.x;
        if (kind.y != 0) {
            const double vol = fmax(t.z * (1.0 + shock.y), 0.02);
            change = american(spot, t.x, t.y, u.y, u.y - u.z, vol, (double)kind.y)
                   - american(u.x, t.x, t.y, u.y, u.y - u.z, t.z, (double)kind.y);
        }
        sum -= pos.y * t.w * change;
    }
    loss[k] = sum * shock.z;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k == 0 && account < naccounts) {
        int at = 0;
        for (int j = 1; j < SCENARIOS; j++)
            at = loss[j] > loss[at] ? j : at;
        margin[account] = fmax(loss[at], 0.0);
        worst[account] = at;
    }
}
