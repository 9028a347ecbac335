// American options by finite differences: an option a work-item, time steps of Crank and Nicolson on a grid of log prices,
// each solved by Thomas' algorithm, then held up to what exercise would give; double precision, lines transposed.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void cn_option(global const double *restrict strikes, global const double *restrict volatilities,
                      global double *restrict values, global double *restrict upper, global double *restrict right,
                      global double *restrict prices, int count, int points, int steps, double rate, double years) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const double strike = strikes[i], sigma = volatilities[i], spot = 100.0;
  const double wide = 3.0 * sigma * sqrt(years), dx = 2.0 * wide / (double)(points - 1), dt = years / (double)steps;
  const double drift = rate - 0.5 * sigma * sigma;
  const double p = 0.25 * dt * (sigma * sigma / (dx * dx) - drift / dx);
  const double q = -0.5 * dt * (sigma * sigma / (dx * dx) + rate);
  const double r = 0.25 * dt * (sigma * sigma / (dx * dx) + drift / dx);
  for (int k = 0; k < points; ++k) values[k * count + i] = fmax(strike - spot * exp(-wide + k * dx), 0.0);
  for (int step = 0; step < steps; ++step) {
    double u = 0.0, v = values[i];
    upper[i] = u;
    right[i] = v;
    for (int k = 1; k < points - 1; ++k) {
      const double rhs = p * values[(k - 1) * count + i] + (1.0 + q) * values[k * count + i] + r * values[(k + 1) * count + i];
      const double per = 1.0 / ((1.0 - q) + p * u);
      u = -r * per;
      v = (rhs + p * v) * per;
      upper[k * count + i] = u;
      right[k * count + i] = v;
    }
    double behind = 0.0;
    values[(points - 1) * count + i] = 0.0;
    for (int k = points - 2; k > 0; --k) {
      behind = right[k * count + i] - upper[k * count + i] * behind;
      behind = fmax(behind, strike - spot * exp(-wide + k * dx));
      values[k * count + i] = behind;
    }
  }
  prices[i] = values[points / 2 * count + i];
}
