// Recommender inference: weighted sums of rows of an 8-bit quantised embedding table (64 columns, a scale and a bias
// per row) over bags of indices. Four work-items share a bag, 16 columns each.
__kernel void embedding_bag_q8(__global const uchar16 *restrict table, __global const float2 *restrict scale_bias,
                               __global const int *restrict bag_start, __global const int *restrict indices,
                               __global const float *restrict weights, __global float16 *restrict pooled, int bags) {
  const int part = get_global_id(0);
  const int bag = get_global_id(1);
  if (bag >= bags) return;
  float16 sum = (float16)(0.0f);
  float offset = 0.0f;
  const int stop = bag_start[bag + 1];
  for (int n = bag_start[bag]; n < stop; ++n) {
    const int row = indices[n];
    const float w = weights[n];
    const float2 sb = scale_bias[row];
    sum += (w * sb.x) * convert_float16(table[row * 4 + part]);
    offset += w * sb.y;
  }
  pooled[bag * 4 + part] = sum + offset;
}
