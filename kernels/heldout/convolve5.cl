// 5 x 5 convolution of the interior of an image; the filter lies in constant memory.
__kernel void convolve5(__global const float *restrict in, __constant float *filter,
                        __global float *restrict out, int width) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  float sum = 0.0f;
  for (int v = 0; v < 5; ++v) {
    for (int u = 0; u < 5; ++u) {
      sum += in[(y + v) * (width + 4) + x + u] * filter[v * 5 + u];
    }
  }
  out[y * width + x] = sum;
}
