// Signal processing: echo cancellers of many telephone channels, normalised least mean squares with 16 adaptive taps, a
// channel a work-item; samples of all channels at a time lie side by side.
#define TAPS 16

kernel void nlms_echo(global const float *restrict far, global const float *restrict near,
                      global float *restrict residual, global float *restrict weights, int samples, float rate,
                      float regular) {
  const int c = get_global_id(0), channels = get_global_size(0);
  float tap[TAPS], past[TAPS];
#pragma unroll
  for (int k = 0; k < TAPS; ++k) {
    tap[k] = weights[k * channels + c];
    past[k] = 0.0f;
  }
  float power = regular;
  for (int t = 0; t < samples; ++t) {
    const float newest = far[t * channels + c], oldest = past[TAPS - 1];
#pragma unroll
    for (int k = TAPS - 1; k > 0; --k) past[k] = past[k - 1];
    past[0] = newest;
    power = fmax(power + newest * newest - oldest * oldest, regular);
    float echo = 0.0f;
#pragma unroll
    for (int k = 0; k < TAPS; ++k) echo += tap[k] * past[k];
    const float error = near[t * channels + c] - echo;
    const float gain = rate * error / power;
#pragma unroll
    for (int k = 0; k < TAPS; ++k) tap[k] += gain * past[k];
    residual[t * channels + c] = error;
  }
#pragma unroll
  for (int k = 0; k < TAPS; ++k) weights[k * channels + c] = tap[k];
}
