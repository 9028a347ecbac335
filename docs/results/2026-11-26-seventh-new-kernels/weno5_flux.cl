// Shocks: the flux at cell faces along x by a fifth-order WENO reconstruction of Burgers' equation with Lax-Friedrichs
// splitting, in double precision; three ghost cells at each end of a line.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double weno5(double a, double b, double c, double d, double e) {
  const double s0 = 13.0 / 12.0 * (a - 2.0 * b + c) * (a - 2.0 * b + c) + 0.25 * (a - 4.0 * b + 3.0 * c) * (a - 4.0 * b + 3.0 * c);
  const double s1 = 13.0 / 12.0 * (b - 2.0 * c + d) * (b - 2.0 * c + d) + 0.25 * (b - d) * (b - d);
  const double s2 = 13.0 / 12.0 * (c - 2.0 * d + e) * (c - 2.0 * d + e) + 0.25 * (3.0 * c - 4.0 * d + e) * (3.0 * c - 4.0 * d + e);
  const double w0 = 0.1 / ((1e-6 + s0) * (1e-6 + s0)), w1 = 0.6 / ((1e-6 + s1) * (1e-6 + s1)), w2 = 0.3 / ((1e-6 + s2) * (1e-6 + s2));
  const double p0 = (2.0 * a - 7.0 * b + 11.0 * c) / 6.0, p1 = (-b + 5.0 * c + 2.0 * d) / 6.0, p2 = (2.0 * c + 5.0 * d - e) / 6.0;
  return (w0 * p0 + w1 * p1 + w2 * p2) / (w0 + w1 + w2);
}

kernel void weno5_flux(global const double *restrict u, global double *restrict flux, int faces, int lines, int pitch,
                       double speed) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= faces || j >= lines) return;
  const global double *row = u + (size_t)j * pitch + i;
  double up[6], down[6];
  for (int k = 0; k < 6; ++k) {
    const double v = row[k], f = 0.5 * v * v;
    up[k] = 0.5 * (f + speed * v);
    down[k] = 0.5 * (f - speed * v);
  }
  flux[(size_t)j * faces + i] = weno5(up[0], up[1], up[2], up[3], up[4]) + weno5(down[5], down[4], down[3], down[2], down[1]);
}
