// Eigenvalues of a symmetric tridiagonal matrix (samples of vendors): bisection, a value a work-item, how many lie
// below by the signs of Sturm's sequence, until the interval is narrow.
uint below(global const float *diagonal, global const float *off, int n, float x) {
  float q = diagonal[0] - x;
  uint count = q < 0.0f;
  for (int i = 1; i < n; ++i) {
    q = diagonal[i] - x - off[i - 1] * off[i - 1] / (fabs(q) > 1e-6f ? q : copysign(1e-6f, q));
    count += q < 0.0f;
  }
  return count;
}

kernel void sturm_bisect(global const float *restrict diagonal, global const float *restrict off,
                         global float *restrict values, int n, float least, float most, float width) {
  const uint k = get_global_id(0);
  float low = least, high = most;
  while (high - low > width) {
    const float middle = 0.5f * (low + high);
    if (below(diagonal, off, n, middle) > k)
      high = middle;
    else
      low = middle;
  }
  values[k] = 0.5f * (low + high);
}
