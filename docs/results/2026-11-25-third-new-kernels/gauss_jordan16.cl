// Dense algebra: batched inverses of 16x16 matrices of doubles after Gauss and Jordan with partial pivoting, a matrix a
// work-group in local memory, an element of it and of the inverse a work-item, two barriers a column.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define N 16

kernel void gauss_jordan16(global const double *restrict matrices, global double *restrict inverses) {
  local double a[N][N + 1], b[N][N + 1];
  const int c = get_local_id(0), r = get_local_id(1);
  const int matrix = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  a[r][c] = matrices[(matrix * N + r) * N + c];
  b[r][c] = r == c ? 1.0 : 0.0;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < N; ++k) {
    int pivot = k;
    double largest = fabs(a[k][k]);
    for (int i = k + 1; i < N; ++i) {
      const double size = fabs(a[i][k]);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    const double scale = largest > 0.0 ? 1.0 / a[pivot][k] : 0.0;
    const double pivot_a = a[pivot][c] * scale, pivot_b = b[pivot][c] * scale;
    const int source = r == pivot ? k : r;
    const double factor = a[source][k];
    const double next_a = r == k ? pivot_a : a[source][c] - factor * pivot_a;
    const double next_b = r == k ? pivot_b : b[source][c] - factor * pivot_b;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[r][c] = next_a;
    b[r][c] = next_b;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  inverses[(matrix * N + r) * N + c] = b[r][c];
}
