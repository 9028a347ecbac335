// Computational fluid dynamics (as in NAS SP): pentadiagonal systems along z, a line a work-item, in double precision;
// fourth-order damping makes the five bands, the forward pass keeps two of them, the backward one substitutes.
kernel void penta_lines(global const double *restrict speed, global double *restrict right, global double *restrict upper,
                        global double *restrict second, int nx, int ny, int nz, double step, double damping) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= nx || j >= ny) return;
  const int plane = nx * ny;
  int at = j * nx + i;
  double u1 = 0.0, s1 = 0.0, r1 = 0.0, u2 = 0.0, s2 = 0.0, r2 = 0.0;
  for (int k = 0; k < nz; ++k, at += plane) {
    const double a = step * fabs(speed[at]);
    const double e0 = k > 1 ? damping : 0.0;
    double e1 = k > 0 ? -4.0 * damping - a : 0.0;
    double diagonal = 1.0 + 6.0 * damping + 2.0 * a;
    double e3 = k < nz - 1 ? -4.0 * damping - a : 0.0;
    const double e4 = k < nz - 2 ? damping : 0.0;
    double r = right[at];
    e1 -= e0 * u2;
    diagonal -= e0 * s2;
    r -= e0 * r2;
    diagonal -= e1 * u1;
    e3 -= e1 * s1;
    r -= e1 * r1;
    const double per = 1.0 / diagonal;
    u2 = u1;
    s2 = s1;
    r2 = r1;
    u1 = e3 * per;
    s1 = e4 * per;
    r1 = r * per;
    upper[at] = u1;
    second[at] = s1;
    right[at] = r1;
  }
  double x1 = 0.0, x2 = 0.0;
  for (int k = 0; k < nz; ++k) {
    at -= plane;
    const double x = right[at] - upper[at] * x1 - second[at] * x2;
    right[at] = x;
    x2 = x1;
    x1 = x;
  }
}
