// One Jacobi sweep of the seven-point Laplacian in float64, n points a side, border kept.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void jacobi3d(__global const double *restrict u, __global const double *restrict f,
                       __global double *restrict out, int n) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const int z = get_global_id(2);
  const long at = ((long)z * n + y) * n + x;
  if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) {
    out[at] = u[at];
    return;
  }
  const long plane = (long)n * n;
  out[at] = (u[at - 1] + u[at + 1] + u[at - n] + u[at + n] + u[at - plane] + u[at + plane] - f[at]) *
            (1.0 / 6.0);
}
