// Doubles an image in both directions by bilinear interpolation; borders repeat.
__kernel void resize_bilinear(__global const float *restrict in, __global float *restrict out,
                              int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const float u = fmax(0.5f * x - 0.25f, 0.0f);
  const float v = fmax(0.5f * y - 0.25f, 0.0f);
  const int left = (int)u;
  const int top = (int)v;
  const int right = min(left + 1, width - 1);
  const int bottom = min(top + 1, height - 1);
  const float a = u - left;
  const float b = v - top;
  const float upper = mix(in[top * width + left], in[top * width + right], a);
  const float lower = mix(in[bottom * width + left], in[bottom * width + right], a);
  out[y * 2 * width + x] = mix(upper, lower, b);
}
