// American options of a desk's overnight book (finite differences as in QuantLib and Wilmott): Crank-Nicolson in the logarithm of
// the price, the early-exercise constraint by projected SOR, an option an item. Grids lie interleaved, a point's values of all
// options side by side.
//   option      of each: spot, strike, rate, dividend yield, volatility, years, sign (1 call, -1 put), grid half-width in deviations
//   value, right, payoff   npoints x noptions, made here
//   answer      of each: price, delta, gamma, price at which to exercise (0 none)
//   rounds      of each: sweeps in all
//   noptions, npoints (at least 5), nsteps, max_sweeps, relax, tolerance (relative to the strike)
__kernel void psor_american(__global const double8 *restrict option,
                            __global double *restrict value,
                            __global double *restrict right,
                            __global double *restrict payoff,
                            __global double4 *restrict answer,
                            __global int *restrict rounds,
                            const int noptions,
                            const int npoints,
                            const int nsteps,
                            const int max_sweeps,
                            const double relax,
                            const double tolerance)
{
    const int id = get_global_id(0);
    if (id >= noptions)
        return;
    const double8 o = option[id];
    const double spot = o.s0, strike = o.s1, rate = o.s2, yield = o.s3, vol = o.s4, years = o.s5, sign = o.s6;
    const int middle = npoints / 2;
    const double dx = o.s7 * vol * sqrt(years) / middle;
    const double dt = years / nsteps;
    const double drift = rate - yield - 0.5 * vol * vol;
    const double up = 0.5 * dt * (0.5 * vol * vol / (dx * dx) + 0.5 * drift / dx);
    const double down = 0.5 * dt * (0.5 * vol * vol / (dx * dx) - 0.5 * drift / dx);
    const double stay = up + down + 0.5 * dt * rate;
    const double inverse = 1.0 / (1.0 + stay);
    const double small = tolerance * strike;
    for (int j = 0; j < npoints; j++) {
        const double intrinsic = fmax(sign * (spot * exp((j - middle) * dx) - strike), 0.0);
        payoff[j * noptions + id] = intrinsic;
        value[j * noptions + id] = intrinsic;
    }

    int sweeps = 0;
    for (int n = 0; n < nsteps; n++) {
        double below = value[id];
        double here = value[noptions + id];
        for (int j = 1; j < npoints - 1; j++) {
            const double above = value[(j + 1) * noptions + id];
            right[j * noptions + id] = down * below + (1.0 - stay) * here + up * above;
            below = here;
            here = above;
        }
        for (int k = 0; k < max_sweeps; k++) {
            double change = 0.0;
            double before = value[id];
            for (int j = 1; j < npoints - 1; j++) {
                const int at = j * noptions + id;
                const double old = value[at];
                const double exact = (right[at] + down * before + up * value[at + noptions]) * inverse;
                const double next = fmax(payoff[at], old + relax * (exact - old));
                change = fmax(change, fabs(next - old));
                value[at] = next;
                before = next;
            }
            sweeps++;
            if (change < small)
                break;
        }
    }

    const double v0 = value[(middle - 1) * noptions + id];
    const double v1 = value[middle * noptions + id];
    const double v2 = value[(middle + 1) * noptions + id];
    const double first = (v2 - v0) / (2.0 * dx);
    const double second = (v2 - 2.0 * v1 + v0) / (dx * dx);
    double edge = 0.0;
    const int from = sign > 0.0 ? npoints - 2 : 1;
    const int step = sign > 0.0 ? -1 : 1;
    for (int j = from; j > 0 && j < npoints - 1; j += step) {
        const double p = payoff[j * noptions + id];
        if (p <= 0.0 || value[j * noptions + id] > p + small)
            break;
        edge = spot * exp((j - middle) * dx);
    }
    answer[id] = (double4)(v1, first / spot, (second - first) / (spot * spot), edge);
    rounds[id] = sweeps;
}
