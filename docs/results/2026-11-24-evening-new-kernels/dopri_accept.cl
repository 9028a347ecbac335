// Ensembles of ODEs: end of a step of Dormand and Prince for four equations a trajectory: the new state, its
// error against the tolerances, and the length of the next step.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void dopri_accept(global const double4 *restrict y, global const double4 *restrict k1,
                         global const double4 *restrict k3, global const double4 *restrict k4,
                         global const double4 *restrict k5, global const double4 *restrict k6,
                         global const double4 *restrict k7, global const double *restrict h,
                         global double4 *restrict y_new, global double *restrict h_new, double absolute,
                         double relative) {
  const int i = get_global_id(0);
  const double step = h[i];
  const double4 old = y[i];
  const double4 a = k1[i], c = k3[i], d = k4[i], e = k5[i], f = k6[i];
  const double4 next = old + step * ((35.0 / 384.0) * a + (500.0 / 1113.0) * c + (125.0 / 192.0) * d -
                                     (2187.0 / 6784.0) * e + (11.0 / 84.0) * f);
  const double4 error = step * ((71.0 / 57600.0) * a - (71.0 / 16695.0) * c + (71.0 / 1920.0) * d -
                                (17253.0 / 339200.0) * e + (22.0 / 525.0) * f - (1.0 / 40.0) * k7[i]);
  const double4 scaled = error / (absolute + relative * fmax(fabs(old), fabs(next)));
  const double norm = sqrt(0.25 * dot(scaled, scaled)) + 1e-10;
  y_new[i] = next;
  h_new[i] = step * clamp(0.9 * pow(norm, -0.2), 0.2, 5.0);
}
