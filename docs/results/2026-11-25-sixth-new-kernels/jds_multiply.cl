// Sparse matrix times vector, jagged diagonals (Parboil): rows sorted by length and padded to that of their bunch of 32;
// the k-th entries of all rows lie together from starts[k] on; the result is put back in the order before sorting.
kernel void jds_multiply(global const float *restrict values, global const int *restrict columns,
                         global const int *restrict starts, global const int *restrict lengths,
                         global const int *restrict order, global const float *restrict x, global float *restrict y,
                         int rows, int width, int longest, int entries) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  const int bound = min(lengths[row / 32], longest);
  float sum = 0.0f;
  for (int k = 0; k < bound; ++k) {
    const int at = clamp(starts[k] + row, 0, entries - 1);
    sum += values[at] * x[clamp(columns[at], 0, width - 1)];
  }
  y[clamp(order[row], 0, rows - 1)] = sum;
}
