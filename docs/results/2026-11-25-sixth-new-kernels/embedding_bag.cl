// Recommendation models: the mean of the rows of a table of halves that a bag names; four columns a work-item, bags along
// the second axis.
kernel void embedding_bag(global const half *restrict table, global const int *restrict indices,
                          global const int *restrict offsets, global float4 *restrict out, int rows, int dim,
                          int index_count) {
  const int c = get_global_id(0), bag = get_global_id(1);
  if (c * 4 >= dim) return;
  const int from = clamp(offsets[bag], 0, index_count), to = clamp(offsets[bag + 1], 0, index_count);
  float4 sum = 0.0f;
  for (int k = from; k < to; ++k) {
    const int row = clamp(indices[k], 0, rows - 1);
    sum += vload_half4(0, table + (size_t)row * dim + c * 4);
  }
  out[bag * (dim / 4) + c] = to > from ? sum / (float)(to - from) : 0.0f;
}
