#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Chaos: an ensemble of Lorenz systems with parameters of their own, Runge and Kutta's fourth order, in doubles; the mean
// of z and the largest distance from the origin are kept.
static double3 slope(double3 p, double sigma, double rho, double beta) {
  return (double3)(sigma * (p.y - p.x), p.x * (rho - p.z) - p.y, p.x * p.y - beta * p.z);
}
kernel void rk4_lorenz(global double *restrict mean_z, global double *restrict farthest, int steps, double dt) {
  const int i = get_global_id(0);
  const double rho = 20.0 + 0.001 * (i % 9973), sigma = 10.0, beta = 8.0 / 3.0;
  double3 p = (double3)(1.0 + 1e-4 * (i & 63), 1.0, 20.0);
  double sum = 0.0, most = 0.0;
  for (int s = 0; s < steps; ++s) {
    const double3 k1 = slope(p, sigma, rho, beta);
    const double3 k2 = slope(p + 0.5 * dt * k1, sigma, rho, beta);
    const double3 k3 = slope(p + 0.5 * dt * k2, sigma, rho, beta);
    const double3 k4 = slope(p + dt * k3, sigma, rho, beta);
    p += dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    sum += p.z;
    most = fmax(most, dot(p, p));
  }
  mean_z[i] = sum / steps;
  farthest[i] = sqrt(most);
}
