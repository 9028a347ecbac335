// One time step of the isotropic acoustic wave equation, 16th order in space (49 points). A
// work-group walks a column of TILE x TILE points along z: each plane's tile with its halo goes
// through local memory, the points above and below through a queue of private variables, so that
// every point is read from global memory about twice instead of 49 times (Micikevicius, GPGPU-2,
// 2009). Volumes are padded by RADIUS on every side; x is fastest.
#define RADIUS 8
#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void iso3dfd_25d(__global float *restrict next, __global const float *restrict now,
                 __global const float *restrict velocity2, __constant float *coef, int nx, int ny,
                 int nz) {
  __local float tile[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int row = nx + 2 * RADIUS;
  const int plane = row * (ny + 2 * RADIUS);
  int at = RADIUS * plane + ((int)get_global_id(1) + RADIUS) * row + (int)get_global_id(0) + RADIUS;

  float column[2 * RADIUS + 1];
  #pragma unroll
  for (int r = 0; r < 2 * RADIUS; ++r) {
    column[r + 1] = now[at + (r - RADIUS) * plane];
  }
  for (int z = 0; z < nz; ++z) {
    #pragma unroll
    for (int r = 0; r < 2 * RADIUS; ++r) {
      column[r] = column[r + 1];
    }
    column[2 * RADIUS] = now[at + RADIUS * plane];

    tile[y + RADIUS][x + RADIUS] = column[RADIUS];
    if (x < RADIUS) {
      tile[y + RADIUS][x] = now[at - RADIUS];
      tile[y + RADIUS][x + TILE + RADIUS] = now[at + TILE];
    }
    if (y < RADIUS) {
      tile[y][x + RADIUS] = now[at - RADIUS * row];
      tile[y + TILE + RADIUS][x + RADIUS] = now[at + TILE * row];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float laplacian = coef[0] * column[RADIUS];
    #pragma unroll
    for (int r = 1; r <= RADIUS; ++r) {
      laplacian += coef[r] * (tile[y + RADIUS][x + RADIUS - r] + tile[y + RADIUS][x + RADIUS + r] +
                              tile[y + RADIUS - r][x + RADIUS] + tile[y + RADIUS + r][x + RADIUS] +
                              column[RADIUS - r] + column[RADIUS + r]);
    }
    next[at] = 2.0f * column[RADIUS] - next[at] + velocity2[at] * laplacian;
    at += plane;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
