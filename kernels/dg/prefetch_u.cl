// As transposed.cl, the values of a group's 16 elements fetched into local memory first.
#define NODES 64
#define AXES 3
#define SIDE 16

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void dg_prefetch_u(__global const float *restrict dt, __global const float *restrict u,
                   __global float *restrict du, int elements) {
  __local float values[SIDE][NODES];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int i = get_global_id(0);
  const int e = get_global_id(1);
  for (int t = x; t < NODES; t += SIDE) {
    values[y][t] = u[e * NODES + t];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int axis = 0; axis < AXES; ++axis) {
    float sum = 0.0f;
    for (int j = 0; j < NODES; ++j) {
      sum += dt[(axis * NODES + j) * NODES + i] * values[y][j];
    }
    du[(axis * elements + e) * NODES + i] = sum;
  }
}
