// Softmax of every row; a work-item walks a row three times.
__kernel void softmax_rows(__global const float *restrict in, __global float *restrict out, int n) {
  const int row = get_global_id(0) * n;
  float most = in[row];
  for (int j = 1; j < n; ++j) most = fmax(most, in[row + j]);
  float sum = 0.0f;
  for (int j = 0; j < n; ++j) sum += exp(in[row + j] - most);
  const float scale = 1.0f / sum;
  for (int j = 0; j < n; ++j) out[row + j] = exp(in[row + j] - most) * scale;
}
