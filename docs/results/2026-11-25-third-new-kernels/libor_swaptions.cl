// Finance: the LIBOR market model by Monte Carlo: 24 forward rates of a path in private memory, stepped to the expiry
// with normal numbers from a buffer, and the discounted value of payer swaptions of several lengths.
#define RATES 24

kernel void libor_swaptions(global const float *restrict normals, global const float *restrict start,
                            global const float *restrict volatility, global float *restrict value, int steps,
                            float period, float strike) {
  const int path = get_global_id(0), paths = get_global_size(0);
  const float root = sqrt(period);
  float rate[RATES];
  for (int i = 0; i < RATES; ++i) rate[i] = start[i];

  float discount = 1.0f;
  for (int n = 0; n < steps; ++n) {
    const float shock = root * normals[n * paths + path];
    float drift = 0.0f;
    discount /= 1.0f + period * rate[n];
    for (int i = n + 1; i < RATES; ++i) {
      const float sigma = volatility[i - n - 1], carry = period * sigma;
      drift += carry * rate[i] / (1.0f + period * rate[i]);
      rate[i] *= exp(sigma * drift * period + sigma * (shock - 0.5f * carry));
    }
  }

  float bond = 1.0f, annuity = 0.0f, sum = 0.0f;
  for (int i = steps; i < RATES; ++i) {
    bond /= 1.0f + period * rate[i];
    annuity += period * bond;
    sum += fmax(1.0f - bond - strike * annuity, 0.0f);
  }
  value[path] = discount * sum;
}
