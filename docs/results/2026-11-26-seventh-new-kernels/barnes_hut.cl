// Gravity by a tree (Lonestar): each body goes through the cells in order of depth, opening those that look large and
// skipping by a link past those that are far; cells are centres of mass with their size.
typedef struct {
  float x, y, z, mass;
  float size2;  // squared, 0: a body
  int skip;     // the cell to go on with if this one is not opened
} Cell;

kernel void barnes_hut(global const Cell *restrict cells, global const float *restrict px,
                       global const float *restrict py, global const float *restrict pz, global float *restrict ax,
                       global float *restrict ay, global float *restrict az, int bodies, int cell_count, float per_theta2,
                       float soft2) {
  const int i = get_global_id(0);
  if (i >= bodies) return;
  const float x = px[i], y = py[i], z = pz[i];
  float fx = 0.0f, fy = 0.0f, fz = 0.0f;
  int at = 0;
  while (at < cell_count) {
    const Cell c = cells[at];
    const float dx = c.x - x, dy = c.y - y, dz = c.z - z;
    const float r2 = dx * dx + dy * dy + dz * dz;
    if (c.size2 == 0.0f || c.size2 * per_theta2 < r2) {
      const float per = rsqrt(r2 + soft2), f = c.mass * per * per * per;
      fx += f * dx;
      fy += f * dy;
      fz += f * dz;
      at = max(c.skip, at + 1);
    } else {
      ++at;
    }
  }
  ax[i] = fx;
  ay[i] = fy;
  az[i] = fz;
}
