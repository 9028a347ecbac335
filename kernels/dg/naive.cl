// Differentiation of a discontinuous-Galerkin field: three dense NODES x NODES matrices applied to
// every element's nodal values. Matrix rows are contiguous: neighbouring work-items read a column.
#define NODES 64
#define AXES 3

__kernel void dg_naive(__global const float *restrict d, __global const float *restrict u,
                       __global float *restrict du, int elements) {
  const int i = get_global_id(0);
  const int e = get_global_id(1);
  for (int axis = 0; axis < AXES; ++axis) {
    float sum = 0.0f;
    for (int j = 0; j < NODES; ++j) {
      sum += d[(axis * NODES + i) * NODES + j] * u[e * NODES + j];
    }
    du[(axis * elements + e) * NODES + i] = sum;
  }
}
