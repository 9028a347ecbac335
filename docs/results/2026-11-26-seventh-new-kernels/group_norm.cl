// Networks of images: normalisation over a group of channels, channels innermost; a work-group an image and a group of
// channels, sums in local memory, then scale, shift and SiLU.
kernel void group_norm(global const float *restrict x, global const float *restrict scale,
                       global const float *restrict shift, global float *restrict y, local float2 *sums, int pixels,
                       int channels, int per_group, float epsilon) {
  const int item = get_local_id(0), items = get_local_size(0);
  const int group = get_group_id(0), image = get_group_id(1);
  const size_t base = (size_t)image * pixels * channels + group * per_group;
  const int total = pixels * per_group;
  float2 sum = 0.0f;
  for (int k = item; k < total; k += items) {
    const float v = x[base + (size_t)(k / per_group) * channels + k % per_group];
    sum += (float2)(v, v * v);
  }
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int left = items; left > 1;) {
    const int upper = (left + 1) / 2;
    if (item + upper < left) sums[item] += sums[item + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    left = upper;
  }
  const float mean = sums[0].x / (float)total;
  const float per = rsqrt(fmax(sums[0].y / (float)total - mean * mean, 0.0f) + epsilon);
  for (int k = item; k < total; k += items) {
    const int c = k % per_group;
    const size_t at = base + (size_t)(k / per_group) * channels + c;
    const float v = (x[at] - mean) * per * scale[group * per_group + c] + shift[group * per_group + c];
    y[at] = v / (1.0f + exp(-v));
  }
}
