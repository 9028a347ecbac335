// out = in^T, row-major.
#define SIDE 16

__kernel void transpose_direct(__global const float *restrict in, __global float *restrict out,
                               int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}

// Through a padded tile, so that both sides are read and written along rows.
__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void transpose_tiled(__global const float *restrict in, __global float *restrict out, int width,
                     int height) {
  __local float tile[SIDE][SIDE + 1];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int left = get_group_id(0) * SIDE;
  const int top = get_group_id(1) * SIDE;
  tile[y][x] = in[(top + y) * width + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * height + top + x] = tile[x][y];
}
