// Geodesy: a field of spherical harmonics at points of a spiral over the sphere, the normalised associated Legendre
// functions by their recurrence in degree for each order, in double precision; the factors by square root in place.
kernel void legendre_sums(global const double *restrict cosines, global const double *restrict sines,
                          global double *restrict field, int degree, int points) {
  const int p = get_global_id(0);
  if (p >= points) return;
  const double x = 1.0 - (2.0 * p + 1.0) / points;
  const double across = sqrt(1.0 - x * x);
  const double turn = 2.399963229728653 * p;
  const double c1 = cos(turn), s1 = sin(turn);
  double cm = 1.0, sm = 0.0, corner = 1.0, sum = 0.0;
  int at = 0;
  for (int m = 0; m <= degree; ++m) {
    double before = 0.0, here = corner, factor_before = 0.0;
    double even = cosines[at] * here, odd = sines[at] * here;
    ++at;
    for (int l = m + 1; l <= degree; ++l) {
      const double factor = sqrt((4.0 * l * l - 1.0) / (double)(l * l - m * m));
      const double less = l == m + 1 ? 0.0 : factor / factor_before;
      const double next = factor * x * here - less * before;
      before = here;
      here = next;
      factor_before = factor;
      even = fma(cosines[at], here, even);
      odd = fma(sines[at], here, odd);
      ++at;
    }
    sum += even * cm + odd * sm;
    const double c = cm * c1 - sm * s1;
    sm = sm * c1 + cm * s1;
    cm = c;
    corner *= across * sqrt((2.0 * m + 3.0) / (2.0 * m + 2.0));
  }
  field[p] = sum;
}
