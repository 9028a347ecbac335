// Roots of polynomials: all complex roots at once after Durand and Kerner, a polynomial a work-item, its guesses in a
// private array, until no root moves much.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MOST 16
double2 times(double2 a, double2 b) { return (double2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

kernel void durand_kerner(global const double *restrict coefficients, global double2 *restrict roots,
                          global int *restrict spent, int count, int degree, int iterations, double small) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const int n = min(degree, MOST);
  double2 z[MOST];
  double2 w = (double2)(1.0, 0.0);
  for (int k = 0; k < n; ++k) {
    w = times(w, (double2)(0.4, 0.9));
    z[k] = w;
  }
  int round = 0;
  for (; round < iterations; ++round) {
    double moved = 0.0;
    for (int k = 0; k < n; ++k) {
      double2 p = (double2)(1.0, 0.0), q = (double2)(1.0, 0.0);
      for (int j = n - 1; j >= 0; --j) p = times(p, z[k]) + (double2)(coefficients[j * count + i], 0.0);
      for (int j = 0; j < n; ++j)
        if (j != k) q = times(q, z[k] - z[j]);
      const double2 step = times(p, (double2)(q.x, -q.y)) / dot(q, q);
      z[k] -= step;
      moved = fmax(moved, dot(step, step));
    }
    if (moved < small) break;
  }
  for (int k = 0; k < n; ++k) roots[k * count + i] = z[k];
  spent[i] = round;
}
