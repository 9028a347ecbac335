// Five-point Laplacian of a padded grid. Groups of TILE x TILE work-items fetch the tile of their
// own points; the work-items at its border fetch the halo too.
#ifndef TILE
#define TILE 16
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void fd2d_tile_halo(__global const float *restrict u, __global float *restrict out, int nx) {
  __local float tile[TILE + 2][TILE + 2];
  const int x = get_local_id(0) + 1;
  const int y = get_local_id(1) + 1;
  const int row = nx + 2;
  const int at = ((int)get_global_id(1) + 1) * row + (int)get_global_id(0) + 1;
  tile[y][x] = u[at];
  if (x == 1) tile[y][0] = u[at - 1];
  if (x == TILE) tile[y][TILE + 1] = u[at + 1];
  if (y == 1) tile[0][x] = u[at - row];
  if (y == TILE) tile[TILE + 1][x] = u[at + row];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x] - 4.0f * tile[y][x];
}
