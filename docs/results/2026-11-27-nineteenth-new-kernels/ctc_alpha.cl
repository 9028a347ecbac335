// Connectionist temporal classification: the forward variables in the log domain, one work-group an utterance, one lane a
// state of the label sequence with blanks between. Loss per utterance.
#define LANES 128
#define LOG_ZERO -1e30f

static inline float log_add(float a, float b) {
  const float high = fmax(a, b), low = fmin(a, b);
  if (low <= 0.5f * LOG_ZERO)
    return high;
  return high + log1p(exp(low - high));
}

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void ctc_alpha(__global const float *log_probs, __global const int *frame_begin, __global const uchar *labels,
               __global const int *label_begin, __global float *loss, int classes) {
  __local float alpha[2][LANES + 2];

  const int s = get_local_id(0);
  const int utterance = get_group_id(0);
  const int label_at = label_begin[utterance];
  const int label_count = label_begin[utterance + 1] - label_at;
  const int states = 2 * label_count + 1;
  const int first = frame_begin[utterance];
  const int frames = frame_begin[utterance + 1] - first;

  int symbol = 0;
  bool skip = false;
  if (s < states && (s & 1)) {
    symbol = labels[label_at + (s >> 1)];
    skip = s >= 3 && labels[label_at + (s >> 1) - 1] != symbol;
  }

  __global const float *row = log_probs + (size_t)first * classes;
  if (s < 2) {
    alpha[0][s] = LOG_ZERO;
    alpha[1][s] = LOG_ZERO;
  }
  alpha[0][s + 2] = (s < 2 && s < states) ? row[symbol] : LOG_ZERO;
  alpha[1][s + 2] = LOG_ZERO;
  barrier(CLK_LOCAL_MEM_FENCE);

  int from = 0;
  for (int t = 1; t < frames; ++t) {
    row += classes;
    // states that can neither be reached yet nor lead to the end any more are left out
    if (s < states && s < 2 * (t + 1) && s >= states - 2 * (frames - t)) {
      float v = log_add(alpha[from][s + 2], alpha[from][s + 1]);
      if (skip)
        v = log_add(v, alpha[from][s]);
      alpha[from ^ 1][s + 2] = v + row[symbol];
    } else {
      alpha[from ^ 1][s + 2] = LOG_ZERO;
    }
    from ^= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (s == 0) {
    float v = alpha[from][states - 1 + 2];
    if (states > 1)
      v = log_add(v, alpha[from][states - 2 + 2]);
    loss[utterance] = -v;
  }
}
