// State-space language models (Mamba): the selective scan over time, a channel of a sequence a work-item with 8 states
// in private memory; the inputs that channels share come through local memory, 16 steps at a time.
#define STATES 8
#define TILE 16
#define ITEMS 64

kernel void selective_scan(global const float *restrict x, global const float *restrict delta,
                           global const float *restrict a, global const float *restrict b,
                           global const float *restrict c, global const float *restrict skip,
                           global float *restrict y, int channels, int steps) {
  local float b_tile[TILE * STATES], c_tile[TILE * STATES];
  const int channel = get_global_id(0), sequence = get_global_id(1), item = get_local_id(0);
  float state[STATES], rate[STATES];
#pragma unroll
  for (int s = 0; s < STATES; ++s) {
    state[s] = 0.0f;
    rate[s] = -1.44269504f * a[s * channels + channel];
  }
  const float through = skip[channel];

  for (int t0 = 0; t0 < steps; t0 += TILE) {
    for (int k = item; k < TILE * STATES; k += ITEMS) {
      b_tile[k] = b[(sequence * steps + t0) * STATES + k];
      c_tile[k] = c[(sequence * steps + t0) * STATES + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = 0; t < TILE; ++t) {
      const int at = (sequence * steps + t0 + t) * channels + channel;
      const float now = x[at], dt = delta[at];
      float sum = through * now;
#pragma unroll
      for (int s = 0; s < STATES; ++s) {
        state[s] = exp2(dt * rate[s]) * state[s] + dt * now * b_tile[t * STATES + s];
        sum += state[s] * c_tile[t * STATES + s];
      }
      y[at] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
