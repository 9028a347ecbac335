// Many tridiagonal systems of 128 rows by parallel cyclic reduction, a system a work-group, a row a work-item.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ROWS 128

kernel void pcr_tridiagonal(global const double *restrict lower, global const double *restrict diagonal,
                            global const double *restrict upper, global const double *restrict right,
                            global double *restrict solution) {
  local double a[ROWS], b[ROWS], c[ROWS], d[ROWS];
  const int row = get_local_id(0), i = get_global_id(0);
  a[row] = row == 0 ? 0.0 : lower[i];
  b[row] = diagonal[i] + 8.0;
  c[row] = row == ROWS - 1 ? 0.0 : upper[i];
  d[row] = right[i];
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int reach = 1; reach < ROWS; reach *= 2) {
    const int before = max(row - reach, 0), after = min(row + reach, ROWS - 1);
    const double k1 = row >= reach ? a[row] / b[before] : 0.0;
    const double k2 = row + reach < ROWS ? c[row] / b[after] : 0.0;
    const double next_a = -a[before] * k1;
    const double next_b = b[row] - c[before] * k1 - a[after] * k2;
    const double next_c = -c[after] * k2;
    const double next_d = d[row] - d[before] * k1 - d[after] * k2;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[row] = next_a;
    b[row] = next_b;
    c[row] = next_c;
    d[row] = next_d;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  solution[i] = d[row] / b[row];
}
