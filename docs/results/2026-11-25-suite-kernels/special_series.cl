// Statistics: distributions by special functions of doubles: normal, gamma, beta densities and their logarithms.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void special_series(global const double *restrict x, global double *restrict y, double shape, double other) {
  const int i = get_global_id(0);
  const double v = fabs(x[i]) + 0.1, u = v / (1.0 + v);
  const double normal = 0.5 * erfc(-v * M_SQRT1_2);
  const double gamma = exp((shape - 1.0) * log(v) - v - lgamma(shape));
  const double beta = pow(u, shape - 1.0) * pow(1.0 - u, other - 1.0) * tgamma(shape + other) / tgamma(other);
  y[i] = normal + gamma + beta + log1p(v) * expm1(-v) + cbrt(v) + erf(u);
}
