// Shock hydrodynamics (LULESH): kinematics of hexahedral elements: volume, its change, a length, and the velocity
// gradient's diagonal, from the places and velocities of the eight nodes; an element a work-item of a 3-D range.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double3 node(global const double *x, global const double *y, global const double *z, int at) {
  return (double3)(x[at], y[at], z[at]);
}

double triple(double3 a, double3 b, double3 c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}

kernel void lulesh_kinematics(global const double *restrict x, global const double *restrict y,
                              global const double *restrict z, global const double *restrict u,
                              global const double *restrict v, global const double *restrict w,
                              global const double *restrict reference, global double *restrict relative,
                              global double *restrict length_scale, global double *restrict dxx,
                              global double *restrict dyy, global double *restrict dzz, int nx, int ny, int nz,
                              double half_step) {
  const int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
  if (i >= nx || j >= ny || k >= nz) return;
  const int px = nx + 1, pxy = px * (ny + 1), first = (k * (ny + 1) + j) * px + i;
  const int corner[8] = {first,       first + 1,       first + px + 1,       first + px,
                         first + pxy, first + pxy + 1, first + pxy + px + 1, first + pxy + px};
  double3 p[8], q[8];
#pragma unroll
  for (int n = 0; n < 8; ++n) {
    p[n] = node(x, y, z, corner[n]);
    q[n] = node(u, v, w, corner[n]);
  }
  const double volume = (triple(p[3] - p[1] + p[7] - p[2], p[6] - p[3], p[2] - p[0]) +
                         triple(p[4] - p[3] + p[5] - p[7], p[6] - p[4], p[7] - p[0]) +
                         triple(p[1] - p[4] + p[2] - p[5], p[6] - p[1], p[5] - p[0])) /
                        12.0;

  // The longest squared area of a face.
  double area = 0.0;
  const int side[6][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
#pragma unroll
  for (int f = 0; f < 6; ++f) {
    const double3 a = p[side[f][2]] - p[side[f][0]], b = p[side[f][3]] - p[side[f][1]];
    const double3 s = b - a, t = b + a;
    const double across = dot(s, t);
    area = fmax(area, dot(s, s) * dot(t, t) - across * across);
  }

  // Half a step back, the derivatives of the shape functions there, and the velocity's gradient.
#pragma unroll
  for (int n = 0; n < 8; ++n) p[n] -= half_step * q[n];
  const double3 xi = 0.125 * ((p[6] - p[0]) + (p[5] - p[3]) - (p[7] - p[1]) - (p[4] - p[2]));
  const double3 et = 0.125 * ((p[6] - p[0]) - (p[5] - p[3]) + (p[7] - p[1]) - (p[4] - p[2]));
  const double3 ze = 0.125 * ((p[6] - p[0]) + (p[5] - p[3]) + (p[7] - p[1]) + (p[4] - p[2]));
  const double3 by_xi = cross(et, ze), by_et = cross(ze, xi), by_ze = cross(xi, et);
  const double3 slope[4] = {-by_xi - by_et - by_ze, by_xi - by_et - by_ze, by_xi + by_et - by_ze,
                            -by_xi + by_et - by_ze};
  const double per_volume = 1.0 / (8.0 * dot(xi, by_xi));
  const double3 d = per_volume * (slope[0] * (q[0] - q[6]) + slope[1] * (q[1] - q[7]) + slope[2] * (q[2] - q[4]) +
                                  slope[3] * (q[3] - q[5]));
  const int element = (k * ny + j) * nx + i;
  relative[element] = volume / reference[element];
  length_scale[element] = 4.0 * volume / sqrt(area);
  dxx[element] = d.x;
  dyy[element] = d.y;
  dzz[element] = d.z;
}
