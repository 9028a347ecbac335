// C = A B for square row-major matrices, one element of C per work-item.
__kernel void matmul_naive(__global const float *restrict a, __global const float *restrict b,
                           __global float *restrict c, int n) {
  const int j = get_global_id(0);
  const int i = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    sum += a[i * n + k] * b[k * n + j];
  }
  c[i * n + j] = sum;
}
