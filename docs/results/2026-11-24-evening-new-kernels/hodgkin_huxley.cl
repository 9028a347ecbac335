// Neurons of Hodgkin and Huxley in double precision, exponential Euler for the gates, a neuron a work-item;
// its state is one double4 (voltage, m, h, n).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double gate(double x, double alpha, double beta, double dt) {
  const double rate = alpha + beta;
  const double rest = alpha / rate;
  return rest + (x - rest) * exp(-dt * rate);
}

kernel void hodgkin_huxley(global const double4 *restrict state, global double4 *restrict next, int steps,
                           double dt, double current) {
  const int i = get_global_id(0);
  const double4 first = state[i];
  double v = first.x;
  double m = clamp(first.y, 0.0, 1.0), h = clamp(first.z, 0.0, 1.0), n = clamp(first.w, 0.0, 1.0);
  for (int s = 0; s < steps; ++s) {
    const double alpha_m = 0.1 * (v + 40.0) / (1.0 - exp(-0.1 * (v + 40.0)));
    const double beta_m = 4.0 * exp(-(v + 65.0) / 18.0);
    const double alpha_h = 0.07 * exp(-0.05 * (v + 65.0));
    const double beta_h = 1.0 / (1.0 + exp(-0.1 * (v + 35.0)));
    const double alpha_n = 0.01 * (v + 55.0) / (1.0 - exp(-0.1 * (v + 55.0)));
    const double beta_n = 0.125 * exp(-(v + 65.0) / 80.0);
    m = gate(m, alpha_m, beta_m, dt);
    h = gate(h, alpha_h, beta_h, dt);
    n = gate(n, alpha_n, beta_n, dt);
    const double sodium = 120.0 * m * m * m * h, potassium = 36.0 * n * n * n * n;
    v += dt * (current - sodium * (v - 50.0) - potassium * (v + 77.0) - 0.3 * (v + 54.4));
  }
  next[i] = (double4)(v, m, h, n);
}
