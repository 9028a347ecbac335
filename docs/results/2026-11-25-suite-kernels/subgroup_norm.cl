// Layer normalisation with the functions of OpenCL 2 that sum over a work-group, a row a work-group.
kernel void subgroup_norm(global const float *restrict x, global float *restrict y, int columns, float tiny) {
  const int row = get_group_id(0);
  float sum = 0.0f, squares = 0.0f;
  for (int k = get_local_id(0); k < columns; k += get_local_size(0)) {
    const float v = x[row * columns + k];
    sum += v;
    squares += v * v;
  }
  const float mean = work_group_reduce_add(sum) / columns;
  const float scale = rsqrt(work_group_reduce_add(squares) / columns - mean * mean + tiny);
  for (int k = get_local_id(0); k < columns; k += get_local_size(0))
    y[row * columns + k] = (x[row * columns + k] - mean) * scale;
}
