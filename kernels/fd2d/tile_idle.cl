// Five-point Laplacian of a padded grid. Groups of (TILE + 2) x (TILE + 2) work-items fetch a tile
// with its halo, one point each and without branches; then the border of the group stays idle.
#ifndef TILE
#define TILE 16
#endif
#define SIDE (TILE + 2)

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void fd2d_tile_idle(__global const float *restrict u, __global float *restrict out, int nx) {
  __local float tile[SIDE][SIDE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int row = nx + 2;
  const int at = ((int)get_group_id(1) * TILE + y) * row + (int)get_group_id(0) * TILE + x;
  tile[y][x] = u[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0 && x <= TILE && y > 0 && y <= TILE) {
    out[at] = tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x] - 4.0f * tile[y][x];
  }
}
