// Point-implicit step of a flow solver: a dense 5x5 system in double precision a cell, LU without pivoting;
// every element contiguous over cells.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void block5_solve(global const double *restrict jacobian, global const double *restrict residual,
                         global double *restrict update, int n, double inverse_dt) {
  const int cell = get_global_id(0);
  double m[5][5], b[5];
#pragma unroll
  for (int r = 0; r < 5; ++r) {
#pragma unroll
    for (int c = 0; c < 5; ++c) m[r][c] = jacobian[(r * 5 + c) * n + cell];
    m[r][r] += inverse_dt;
    b[r] = -residual[r * n + cell];
  }
#pragma unroll
  for (int p = 0; p < 5; ++p) {
    const double inverse = 1.0 / m[p][p];
#pragma unroll
    for (int r = p + 1; r < 5; ++r) {
      const double factor = m[r][p] * inverse;
#pragma unroll
      for (int c = p + 1; c < 5; ++c) m[r][c] -= factor * m[p][c];
      b[r] -= factor * b[p];
    }
    m[p][p] = inverse;
  }
#pragma unroll
  for (int r = 4; r >= 0; --r) {
    double x = b[r];
#pragma unroll
    for (int c = r + 1; c < 5; ++c) x -= m[r][c] * b[c];
    b[r] = x * m[r][r];
    update[r * n + cell] = b[r];
  }
}
