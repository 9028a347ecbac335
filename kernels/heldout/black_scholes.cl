// Prices of European calls and puts.
float normal_cdf(float x) { return 0.5f * erfc(-x * M_SQRT1_2_F); }

__kernel void black_scholes(__global const float *restrict spot, __global const float *restrict strike,
                            __global const float *restrict years, __global float *restrict call,
                            __global float *restrict put, float rate, float volatility) {
  const int i = get_global_id(0);
  const float s = spot[i];
  const float k = strike[i];
  const float t = years[i];
  const float spread = volatility * sqrt(t);
  const float d1 = (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread;
  const float d2 = d1 - spread;
  const float discounted = k * exp(-rate * t);
  call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
  put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
}
