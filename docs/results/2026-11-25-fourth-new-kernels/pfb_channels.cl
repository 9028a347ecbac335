// Radio astronomy: a polyphase filter bank, eight taps and then a Fourier transform of 64 points (three passes of radix
// four through local memory), sixteen work-items a spectrum, four spectra a work-group.
#define POINTS 64
#define LANES 16
#define SPECTRA 4
#define TAPS 8

float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

void butterfly(float2 *v) {
  const float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
  const float2 turned = (float2)(d.y, -d.x);
  v[0] = a + c;
  v[1] = b + turned;
  v[2] = a - c;
  v[3] = b - turned;
}

kernel void pfb_channels(global const float2 *restrict samples, global const float *restrict window,
                         global const float2 *restrict twiddles, global float2 *restrict spectra, int count) {
  local float2 first[SPECTRA][POINTS], second[SPECTRA][POINTS];
  const int j = get_local_id(0), s = get_local_id(1), spectrum = get_global_id(1);
  const int t = min(spectrum, count - 1);
  float2 v[4];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    float2 sum = (float2)(0.0f);
    for (int tap = 0; tap < TAPS; ++tap)
      sum += window[tap * POINTS + j + r * LANES] * samples[(t + tap) * POINTS + j + r * LANES];
    v[r] = sum;
  }
  butterfly(v);
#pragma unroll
  for (int r = 0; r < 4; ++r) first[s][4 * j + r] = v[r];
  barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll
  for (int r = 0; r < 4; ++r) v[r] = times(first[s][j + r * LANES], twiddles[r * (j & 3) * 4]);
  butterfly(v);
#pragma unroll
  for (int r = 0; r < 4; ++r) second[s][(j >> 2) * 16 + (j & 3) + 4 * r] = v[r];
  barrier(CLK_LOCAL_MEM_FENCE);

#pragma unroll
  for (int r = 0; r < 4; ++r) v[r] = times(second[s][j + r * LANES], twiddles[r * j]);
  butterfly(v);
  if (spectrum < count) {
#pragma unroll
    for (int r = 0; r < 4; ++r) spectra[spectrum * POINTS + j + r * LANES] = v[r];
  }
}
