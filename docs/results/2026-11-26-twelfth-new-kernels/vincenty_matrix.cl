#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Geodesic distances on the WGS84 ellipsoid between stations and points by
// Vincenty's inverse formula; nearly antipodal pairs that do not converge get -1.
#define AXIS 6378137.0
#define FLAT (1.0 / 298.257223563)

__kernel void vincenty_matrix(__global const double2 *station,   // latitude, longitude in degrees
                              __global const double2 *point,
                              const int n_stations, const int n_points, const int max_iterations,
                              __global double *distance,         // [station][point]
                              __global float *bearing)
{
  const int i = get_global_id(0), s = get_global_id(1);
  if (i >= n_points || s >= n_stations)
    return;
  const double2 p = radians(station[s]), q = radians(point[i]);
  const double u1 = atan((1.0 - FLAT) * tan(p.x)), u2 = atan((1.0 - FLAT) * tan(q.x));
  double cos_u1, cos_u2;
  const double sin_u1 = sincos(u1, &cos_u1), sin_u2 = sincos(u2, &cos_u2);
  double apart = q.y - p.y;
  if (apart > M_PI)
    apart -= 2.0 * M_PI;
  else if (apart < -M_PI)
    apart += 2.0 * M_PI;

  double lambda = apart, sin_l, cos_l, sin_sigma, cos_sigma, sigma, cos2_alpha, cos_2m;
  bool done = false, same = false;
  for (int k = 0; k < max_iterations && !done; k++) {
    sin_l = sincos(lambda, &cos_l);
    const double a = cos_u2 * sin_l, b = cos_u1 * sin_u2 - sin_u1 * cos_u2 * cos_l;
    sin_sigma = sqrt(a * a + b * b);
    cos_sigma = sin_u1 * sin_u2 + cos_u1 * cos_u2 * cos_l;
    if (sin_sigma < 1e-12) {
      same = cos_sigma > 0.0;
      break;
    }
    sigma = atan2(sin_sigma, cos_sigma);
    const double sin_alpha = cos_u1 * cos_u2 * sin_l / sin_sigma;
    cos2_alpha = 1.0 - sin_alpha * sin_alpha;
    cos_2m = cos2_alpha > 1e-14 ? cos_sigma - 2.0 * sin_u1 * sin_u2 / cos2_alpha : 0.0;
    const double c = FLAT / 16.0 * cos2_alpha * (4.0 + FLAT * (4.0 - 3.0 * cos2_alpha));
    const double last = lambda;
    lambda = apart + (1.0 - c) * FLAT * sin_alpha *
             (sigma + c * sin_sigma * (cos_2m + c * cos_sigma * (2.0 * cos_2m * cos_2m - 1.0)));
    if (fabs(lambda) > M_PI)
      break;
    done = fabs(lambda - last) < 1e-12;
  }

  double metres = same ? 0.0 : -1.0;
  float course = 0.0f;
  if (done) {
    const double minor = AXIS * (1.0 - FLAT);
    const double uu = cos2_alpha * (AXIS * AXIS - minor * minor) / (minor * minor);
    const double a = 1.0 + uu / 16384.0 * (4096.0 + uu * (-768.0 + uu * (320.0 - 175.0 * uu)));
    const double b = uu / 1024.0 * (256.0 + uu * (-128.0 + uu * (74.0 - 47.0 * uu)));
    const double m2 = cos_2m * cos_2m;
    const double delta = b * sin_sigma * (cos_2m + b / 4.0 * (cos_sigma * (2.0 * m2 - 1.0) -
                         b / 6.0 * cos_2m * (4.0 * sin_sigma * sin_sigma - 3.0) * (4.0 * m2 - 3.0)));
    metres = minor * a * (sigma - delta);
    const float turn = (float)degrees(atan2(cos_u2 * sin_l, cos_u1 * sin_u2 - sin_u1 * cos_u2 * cos_l));
    course = turn < 0.0f ? turn + 360.0f : turn;
  }
  distance[(size_t)s * n_points + i] = metres;
  bearing[(size_t)s * n_points + i] = course;
}
