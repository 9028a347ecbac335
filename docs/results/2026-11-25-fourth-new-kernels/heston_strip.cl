// Finance: calls under Heston's stochastic volatility by Lewis' integral over the characteristic function (complex
// arithmetic, quadrature from a table), an option of a surface of strikes and maturities a work-item.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double2 times(double2 a, double2 b) {
  return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

double2 over(double2 a, double2 b) {
  return (double2)(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y) / (b.x * b.x + b.y * b.y);
}

double2 complex_sqrt(double2 a) {
  const double size = sqrt(a.x * a.x + a.y * a.y);
  return (double2)(sqrt(fmax(0.5 * (size + a.x), 0.0)), copysign(sqrt(fmax(0.5 * (size - a.x), 0.0)), a.y));
}

double2 complex_exp(double2 a) {
  return exp(a.x) * (double2)(cos(a.y), sin(a.y));
}

double2 complex_log(double2 a) {
  return (double2)(0.5 * log(a.x * a.x + a.y * a.y), atan2(a.y, a.x));
}

kernel void heston_strip(global const double *restrict log_strikes, global const double *restrict maturities,
                         global const double2 *restrict quadrature, global double *restrict prices, int strikes,
                         int nodes, double kappa, double theta, double sigma, double rho, double v0) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= strikes) return;
  const double k = log_strikes[i], years = 0.02 + fabs(maturities[j]);
  double sum = 0.0;
  for (int n = 0; n < nodes; ++n) {
    const double u = quadrature[n].x, weight = quadrature[n].y, around = u * u + 0.25;
    const double2 beta = (double2)(kappa - 0.5 * rho * sigma, -rho * sigma * u);
    const double2 d = complex_sqrt(times(beta, beta) + (double2)(sigma * sigma * around, 0.0));
    const double2 g = over(beta - d, beta + d), fall = complex_exp(-years * d);
    const double2 one = (double2)(1.0, 0.0);
    const double2 ratio = over(one - times(g, fall), one - g);
    const double2 level = kappa * theta / (sigma * sigma) * (years * (beta - d) - 2.0 * complex_log(ratio));
    const double2 slope = times(over(beta - d, one - times(g, fall)), one - fall) / (sigma * sigma);
    const double2 phi = complex_exp(level + v0 * slope + (double2)(0.0, -u * k));
    sum += weight * phi.x / around;
  }
  prices[j * strikes + i] = 1.0 - exp(0.5 * k) * sum / M_PI;
}
