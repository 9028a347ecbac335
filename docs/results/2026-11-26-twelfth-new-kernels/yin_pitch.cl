// The YIN pitch estimator: a work-group takes a frame of audio, its work-items
// the lags of the difference function; then the cumulative mean, the first dip
// under the threshold and a parabola through it.
__kernel void yin_pitch(__global const short *audio, const int n_samples, const int hop,
                        const int window, const int min_lag, const int max_lag,
                        const float threshold, const float rate,
                        __global float *pitch, __global float *clarity,
                        __local float *frame, __local float *difference)
{
  const int lane = get_local_id(0), lanes = get_local_size(0);
  const int first = get_group_id(0) * hop;

  for (int i = lane; i < window + max_lag; i += lanes)
    frame[i] = first + i < n_samples ? audio[first + i] * (1.0f / 32768.0f) : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int lag = lane; lag < max_lag; lag += lanes) {
    float sum = 0.0f;
    for (int i = 0; i < window; i++) {
      const float d = frame[i] - frame[i + lag];
      sum = mad(d, d, sum);
    }
    difference[lag] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (lane == 0) {
    float total = 0.0f, least = 2.0f;
    int best = 0;
    difference[0] = 1.0f;
    for (int lag = 1; lag < max_lag; lag++) {
      total += difference[lag];
      const float d = total > 0.0f ? difference[lag] * lag / total : 1.0f;
      difference[lag] = d;
      if (lag >= min_lag && d < least) {
        least = d;
        best = lag;
      }
      if (lag > min_lag && least < threshold && d > least)
        break;                                   // past the first good dip
    }
    float at = best, depth = least;
    if (best > min_lag && best + 1 < max_lag) {
      const float a = difference[best - 1], b = difference[best], c = difference[best + 1];
      const float bend = a - 2.0f * b + c;
      if (bend > 0.0f) {
        const float shift = 0.5f * (a - c) / bend;
        if (fabs(shift) < 1.0f) {
          at += shift;
          depth = b - 0.25f * (a - c) * shift;
        }
      }
    }
    pitch[get_group_id(0)] = least < 0.5f ? rate / at : 0.0f;
    clarity[get_group_id(0)] = 1.0f - depth;
  }
}
