// Finance: implied volatilities of European calls (prices in units of the forward) by Newton's method on Black's
// formula in double precision, a fixed number of iterations for all, without branches.

kernel void implied_vol(global const double *restrict moneyness, global const double *restrict maturity,
                        global const double *restrict price, global double *restrict volatility, int iterations,
                        double lowest, double highest) {
  const int i = get_global_id(0);
  const double x = moneyness[i], target = price[i];
  const double root = sqrt(fabs(maturity[i]) + 0.01);
  const double strike = exp(-x);
  double s = clamp(sqrt(2.0 * fabs(x)), lowest, highest);
  for (int k = 0; k < iterations; ++k) {
    const double d1 = x / s + 0.5 * s, d2 = d1 - s;
    const double call = 0.5 * (erfc(-0.70710678118654752 * d1) - strike * erfc(-0.70710678118654752 * d2));
    const double vega = 0.39894228040143268 * exp(-0.5 * d1 * d1);
    s = clamp(s - (call - target) / fmax(vega, 1e-12), lowest, highest);
  }
  volatility[i] = s / root;
}
