#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Radial return of von Mises plasticity with Voce and linear hardening at the
// integration points of a finite-element mesh, with the consistent tangent.

__kernel void j2_return(__global const double *strain,        // increment, [6][point]
                        __global const double *stress_old,    // [6][point]
                        __global const double *hard_old, __global const uchar *material,
                        __constant double *materials,         // [material][6]
                        const int n_points, const double tolerance,
                        __global double *stress_new, __global double *hard_new,
                        __global double *tangent)             // [21][point], upper triangle
{
  const int i = get_global_id(0);
  if (i >= n_points)
    return;
  __constant double *m = materials + 6 * material[i];
  const double bulk = m[0], shear = m[1], yield = m[2], linear = m[3], rise = m[4], rate = m[5];
  double de[6], s[6], n[6];
  for (int c = 0; c < 6; c++) {
    de[c] = strain[c * n_points + i];
    s[c] = stress_old[c * n_points + i];
  }
  const double volume = de[0] + de[1] + de[2];
  const double pressure = (s[0] + s[1] + s[2]) / 3.0;
  double norm2 = 0.0;
  for (int c = 0; c < 3; c++) {
    s[c] += 2.0 * shear * (de[c] - volume / 3.0) - pressure;
    s[c + 3] += shear * de[c + 3];
    norm2 += s[c] * s[c] + 2.0 * s[c + 3] * s[c + 3];
  }
  const double p = pressure + bulk * volume;
  const double equivalent = sqrt(1.5 * norm2);
  double hard = hard_old[i], scale = 1.0, second = 0.0;
  const double limit = yield + linear * hard + rise * (1.0 - exp(-rate * hard));

  if (equivalent > limit) {
    double step = 0.0, slope = linear, rest = equivalent - limit;
    for (int k = 0; k < 30; k++) {
      const double fall = exp(-rate * (hard + step));
      slope = linear + rise * rate * fall;
      rest = equivalent - 3.0 * shear * step -
             (yield + linear * (hard + step) + rise * (1.0 - fall));
      if (fabs(rest) < tolerance * yield)
        break;
      step += rest / (3.0 * shear + slope);
    }
    scale = 1.0 - 3.0 * shear * step / equivalent;
    second = 1.0 / (1.0 + slope / (3.0 * shear)) - (1.0 - scale);
    hard += step;
  }

  const double inverse = norm2 > 0.0 ? rsqrt(norm2) : 0.0;
  for (int c = 0; c < 6; c++) {
    n[c] = s[c] * inverse;
    stress_new[c * n_points + i] = scale * s[c] + (c < 3 ? p : 0.0);
  }
  hard_new[i] = hard;
  int at = i;
  for (int a = 0; a < 6; a++)
    for (int b = a; b < 6; b++) {
      double d = -2.0 * shear * second * n[a] * n[b];
      if (b < 3)
        d += bulk - 2.0 / 3.0 * shear * scale;
      if (a == b)
        d += (a < 3 ? 2.0 : 1.0) * shear * scale;
      tangent[at] = d;
      at += n_points;
    }
}
