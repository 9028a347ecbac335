// Many mathematical functions of floats in a row, as shaders and simulations mix them.
kernel void float_zoo(global const float *restrict x, global float *restrict y) {
  const int i = get_global_id(0);
  const float v = x[i];
  int exponent;
  float whole, sum = frexp(v, &exponent) + ldexp(v, exponent & 3);
  sum += modf(v * 3.7f, &whole) + whole;
  sum += fmod(v, 0.7f) + remainder(v, 0.3f);
  sum += atan2(v, 1.5f) + asin(clamp(v, -1.0f, 1.0f)) + acos(clamp(v, -0.9f, 0.9f));
  sum += sinh(v) + cosh(v) + tanh(v) + tan(v);
  sum += exp2(v) + exp10(v * 0.1f) + log2(fabs(v) + 0.1f) + log10(fabs(v) + 0.2f);
  sum += powr(fabs(v) + 0.1f, 1.3f) + pown(v, 3) + rootn(fabs(v) + 0.1f, 3) + cbrt(v);
  sum += sinpi(v) + cospi(v) + erf(v) + hypot(v, 2.0f) + asinh(v);
  sum += half_sin(clamp(v, -1.0f, 1.0f)) + half_exp(v) + native_log(fabs(v) + 0.3f) + native_powr(fabs(v) + 0.3f, 0.4f);
  sum += smoothstep(0.0f, 1.0f, v) + step(0.3f, v) + sign(v) + mix(v, 1.0f, 0.25f) + degrees(v) + nextafter(v, 1.0f);
  y[i] = sum + ilogb(v) + logb(v) + trunc(v) + round(v);
}
