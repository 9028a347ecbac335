// Gram-Schmidt (PolyBench): with column k done, its part is taken out of every column behind it; a column a work-item.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void gramschm_project(global double *restrict a, global const double *restrict q, global double *restrict r,
                             int rows, int columns, int k) {
  const int j = get_global_id(0) + k + 1;
  if (j >= columns) return;
  double dot = 0.0;
  for (int i = 0; i < rows; ++i) dot += q[i * columns + k] * a[i * columns + j];
  r[k * columns + j] = dot;
  for (int i = 0; i < rows; ++i) a[i * columns + j] -= q[i * columns + k] * dot;
}
