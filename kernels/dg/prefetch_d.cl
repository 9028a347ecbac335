// Elements run fastest in the field; 16 rows of a matrix are fetched into local memory at a time.
#define NODES 64
#define AXES 3
#define SIDE 16

__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void dg_prefetch_d(__global const float *restrict d, __global const float *restrict ut,
                   __global float *restrict dut, int elements) {
  __local float rows[SIDE][NODES];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int e = get_global_id(0);
  const int i = get_global_id(1);
  for (int axis = 0; axis < AXES; ++axis) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = x; t < NODES; t += SIDE) {
      rows[y][t] = d[(axis * NODES + i) * NODES + t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int j = 0; j < NODES; ++j) {
      sum += rows[y][j] * ut[j * elements + e];
    }
    dut[(axis * NODES + i) * elements + e] = sum;
  }
}
