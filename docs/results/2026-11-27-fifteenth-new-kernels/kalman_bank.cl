// Sensor fusion: a bank of Kalman filters, position and speed of each of many sensors from noisy positions; samples of a
// time step lie side by side.
kernel void kalman_bank(global const float *restrict measured, global float2 *restrict state, int sensors, int steps,
                        float dt, float q, float r) {
  const int s = get_global_id(0);
  float x = measured[s], v = 0.0f;
  float p00 = 1.0f, p01 = 0.0f, p11 = 1.0f;
  for (int t = 0; t < steps; ++t) {
    x += dt * v;
    p00 += dt * (2.0f * p01 + dt * p11) + q;
    p01 += dt * p11;
    p11 += q;
    const float innovation = measured[t * sensors + s] - x, variance = p00 + r;
    const float k0 = p00 / variance, k1 = p01 / variance;
    x += k0 * innovation;
    v += k1 * innovation;
    p11 -= k1 * p01;
    p01 *= 1.0f - k0;
    p00 *= 1.0f - k0;
  }
  state[s] = (float2)(x, v);
}
