// Five-point Laplacian of a grid that is padded by one point on every side, straight from global
// memory.
__kernel void fd2d_direct(__global const float *restrict u, __global float *restrict out, int nx) {
  const int row = nx + 2;
  const int at = ((int)get_global_id(1) + 1) * row + (int)get_global_id(0) + 1;
  out[at] = u[at - 1] + u[at + 1] + u[at - row] + u[at + row] - 4.0f * u[at];
}
