// NAS parallel benchmarks, MG: the residual r = v - A u with 27 points and four coefficients, a row of the grid a
// work-group, sums of neighbours in two local arrays.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void mg_residual(global const double *restrict u, global const double *restrict v, global double *restrict r,
                        int n, double a0, double a2, double a3, local double *u1, local double *u2) {
  const int items = get_local_size(0), y = get_group_id(1) + 1, z = get_group_id(2) + 1;
  const int row = (z * n + y) * n, up = n * n;
  for (int x = get_local_id(0); x < n; x += items) {
    const int at = row + x;
    u1[x] = u[at - n] + u[at + n] + u[at - up] + u[at + up];
    u2[x] = u[at - up - n] + u[at - up + n] + u[at + up - n] + u[at + up + n];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int x = get_local_id(0) + 1; x < n - 1; x += items) {
    const int at = row + x;
    r[at] = v[at] - a0 * u[at] - a2 * (u2[x] + u1[x - 1] + u1[x + 1]) - a3 * (u2[x - 1] + u2[x + 1]);
  }
}
