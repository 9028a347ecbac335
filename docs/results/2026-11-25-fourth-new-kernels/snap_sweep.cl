// Neutron transport (SNAP): a sweep of discrete ordinates through a chunk of cells in one octant, diamond differences
// with a fix of negative fluxes; a direction of an energy group a work-item, the flux through the faces in y and z in
// memory, in x in a register.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void snap_sweep(global const double *restrict moments, global const double *restrict total,
                       global const double *restrict directions, global double *restrict face_x,
                       global double *restrict face_y, global double *restrict face_z, global double *restrict flux,
                       int angles, int nx, int ny, int nz) {
  const int angle = get_global_id(0), group = get_global_id(1), groups = get_global_size(1);
  if (angle >= angles) return;
  const int lane = group * angles + angle, lanes = groups * angles;
  const double mu = directions[angle], eta = directions[angles + angle], xi = directions[2 * angles + angle];
  const double tx = 2.0 * nx * fabs(mu), ty = 2.0 * ny * fabs(eta), tz = 2.0 * nz * fabs(xi);

  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y) {
      double from_x = face_x[(z * ny + y) * lanes + lane];
      for (int x = 0; x < nx; ++x) {
        const int cell = (z * ny + y) * nx + x;
        const int source = (group * nz * ny * nx + cell) * 4;
        const double from_y = face_y[(z * nx + x) * lanes + lane], from_z = face_z[(y * nx + x) * lanes + lane];
        const double q =
            moments[source] + mu * moments[source + 1] + eta * moments[source + 2] + xi * moments[source + 3];
        const double sigma = 0.5 + fabs(total[group * nz * ny * nx + cell]);
        const double into = tx * from_x + ty * from_y + tz * from_z;
        double centre = (q + into) / (sigma + tx + ty + tz);
        double to_x = 2.0 * centre - from_x, to_y = 2.0 * centre - from_y, to_z = 2.0 * centre - from_z;
        if (to_x < 0.0 || to_y < 0.0 || to_z < 0.0) {
          // A face that nothing leaves by: half of what came in by the opposite one goes into the balance.
          const double ox = to_x < 0.0 ? 0.0 : 1.0, oy = to_y < 0.0 ? 0.0 : 1.0, oz = to_z < 0.0 ? 0.0 : 1.0;
          const double balance = q + 0.5 * (tx * from_x * (1.0 + ox) + ty * from_y * (1.0 + oy) +
                                            tz * from_z * (1.0 + oz));
          centre = fmax(balance / (sigma + tx * ox + ty * oy + tz * oz), 0.0);
          to_x = ox * fmax(2.0 * centre - from_x, 0.0);
          to_y = oy * fmax(2.0 * centre - from_y, 0.0);
          to_z = oz * fmax(2.0 * centre - from_z, 0.0);
        }
        flux[cell * lanes + lane] = centre;
        face_y[(z * nx + x) * lanes + lane] = to_y;
        face_z[(y * nx + x) * lanes + lane] = to_z;
        from_x = to_x;
      }
      face_x[(z * ny + y) * lanes + lane] = from_x;
    }
}
