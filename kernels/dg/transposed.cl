// As naive.cl with the matrices stored transposed: neighbouring work-items read neighbours.
#define NODES 64
#define AXES 3

__kernel void dg_transposed(__global const float *restrict dt, __global const float *restrict u,
                            __global float *restrict du, int elements) {
  const int i = get_global_id(0);
  const int e = get_global_id(1);
  for (int axis = 0; axis < AXES; ++axis) {
    float sum = 0.0f;
    for (int j = 0; j < NODES; ++j) {
      sum += dt[(axis * NODES + j) * NODES + i] * u[e * NODES + j];
    }
    du[(axis * elements + e) * NODES + i] = sum;
  }
}
