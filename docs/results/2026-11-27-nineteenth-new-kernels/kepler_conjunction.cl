// Conjunction screening: objects of a catalogue are propagated (Kepler's equation by Newton's method, secular J2 drift of
// node, perigee and anomaly) along the ephemeris of one satellite; kept are the closest approach and its time.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define MU 398600.4418
#define RE 6378.137
#define J2 1.08262668e-3
#define TWO_PI 6.283185307179586

typedef struct {
  double a, e, i, node, perigee, anomaly;
} Elements;

static double solve_kepler(double m, double e) {
  double x = m + e * sin(m) * (1.0 + e * cos(m));
  for (int k = 0; k < 12; ++k) {
    double c;
    const double s = sincos(x, &c);
    const double d = (x - e * s - m) / (1.0 - e * c);
    x -= d;
    if (fabs(d) < 1e-12)
      break;
  }
  return x;
}

__kernel void kepler_conjunction(__global const Elements *catalogue, __global const double4 *target, __global double2 *closest,
                                 int objects, int steps, double start, double dt) {
  const int id = get_global_id(0);
  if (id >= objects)
    return;

  const Elements o = catalogue[id];
  const double n = sqrt(MU / (o.a * o.a * o.a));
  const double q = 1.0 - o.e * o.e;
  const double p = o.a * q;
  const double j = 1.5 * J2 * (RE / p) * (RE / p) * n;
  double ci;
  const double si = sincos(o.i, &ci);
  const double node_rate = -j * ci;
  const double perigee_rate = j * (2.0 - 2.5 * si * si);
  const double anomaly_rate = n + j * sqrt(q) * (1.0 - 1.5 * si * si);
  const double perigee_radius = o.a * (1.0 - o.e), apogee_radius = o.a * (1.0 + o.e);

  double best = 1e30, when = 0.0;
  for (int k = 0; k < steps; ++k) {
    const double4 t = target[k];
    // t.w: the target's radius; an object that never comes near that shell needs no solving
    if (t.w < perigee_radius - 400.0 || t.w > apogee_radius + 400.0)
      continue;
    const double time = start + dt * k;
    const double m = fmod(o.anomaly + anomaly_rate * time, TWO_PI);
    const double x = solve_kepler(m, o.e);

    double cx, cw, cn;
    const double sx = sincos(x, &cx);
    const double u = o.a * (cx - o.e), v = o.a * sqrt(q) * sx;
    const double sw = sincos(o.perigee + perigee_rate * time, &cw);
    const double sn = sincos(o.node + node_rate * time, &cn);
    const double pu = u * cw - v * sw, pv = u * sw + v * cw;
    const double3 at = (double3)(pu * cn - pv * sn * ci, pu * sn + pv * cn * ci, pv * si);

    const double3 d = at - t.xyz;
    const double r2 = dot(d, d);
    if (r2 < best) {
      best = r2;
      when = time;
    }
  }
  closest[id] = (double2)(sqrt(best), when);
}
