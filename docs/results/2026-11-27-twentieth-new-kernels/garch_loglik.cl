#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// GJR-GARCH(1,1) with Student-t innovations: log-likelihood of a return series for a grid of candidate parameters.
// One work-item per candidate. The normalising constant of the t density depends on nu only and comes from the host.

struct candidate {
    double mu;
    double omega;
    double alpha;
    double gamma;
    double beta;
    double nu;
    double log_norm;
    double pad;
};

kernel void garch_loglik(global const double* returns, global const struct candidate* grid, global double* loglik,
                         global double* forecast, const int observations, const int candidates, const double start_variance)
{
    const int id = get_global_id(0);
    if (id >= candidates) return;

    const struct candidate c = grid[id];
    const double scale = 1.0 / (c.nu - 2.0);
    const double power = 0.5 * (c.nu + 1.0);

    double h = start_variance;
    double total = observations * c.log_norm;
    for (int t = 0; t < observations; ++t) {
        const double e = returns[t] - c.mu;
        const double e2 = e * e;
        total -= 0.5 * log(h) + power * log1p(e2 * scale / h);
        h = c.omega + (c.alpha + (e < 0.0 ? c.gamma : 0.0)) * e2 + c.beta * h;
    }
    // not stationary: outside the admissible region
    if (c.alpha + 0.5 * c.gamma + c.beta >= 1.0) total = -INFINITY;
    loglik[id] = total;
    forecast[id] = h;
}
