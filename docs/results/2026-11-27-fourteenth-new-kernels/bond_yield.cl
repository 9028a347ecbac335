#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Yields of a portfolio of bonds from their dirty prices, by Newton's method kept inside a bracket, then Macaulay duration,
// modified duration and convexity. The cash flows of bond b are first[b] to first[b + 1]; frequency is coupons a year.
kernel void bond_yield(global const int *first, global const double *time, global const double *amount,
                       global const double *price, global const uchar *frequency, int n_bonds, double tolerance,
                       global double4 *risk, global int *iterations)
{
    int b = get_global_id(0);
    if (b >= n_bonds)
        return;
    int begin = first[b], end = first[b + 1];
    double f = frequency[b], target = price[b];
    double low = -0.05, high = 3.0, y = 0.05;
    int n = 0;
    for (; n < 60; n++) {
        double rate = f * log1p(y / f), value = 0.0, weighted = 0.0;
        for (int k = begin; k < end; k++) {
            double present = amount[k] * exp(-rate * time[k]);
            value += present;
            weighted += present * time[k];
        }
        double error = value - target;
        if (fabs(error) <= tolerance * target)
            break;
        if (error > 0.0)
            low = y;
        else
            high = y;
        double better = y + error * (1.0 + y / f) / weighted;
        y = better > low && better < high ? better : 0.5 * (low + high);
    }

    double growth = 1.0 + y / f, value = 0.0, weighted = 0.0, convex = 0.0;
    for (int k = begin; k < end; k++) {
        double present = amount[k] * pow(growth, -f * time[k]);
        value += present;
        weighted += present * time[k];
        convex += present * time[k] * (time[k] + 1.0 / f);
    }
    double duration = weighted / value;
    risk[b] = (double4)(y, duration, duration / growth, convex / (value * growth * growth));
    iterations[b] = n;
}
