// Signals (Hetero-Mark): a filter with finite response, taps in constant memory, the history of the block before in
// front.
kernel void fir_constant(global const float *restrict input, global float *restrict output,
                         constant float *restrict taps, global const float *restrict history, int count) {
  const int i = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < count; ++k) sum += taps[k] * (i >= k ? input[i - k] : history[count + i - k]);
  output[i] = sum;
}
