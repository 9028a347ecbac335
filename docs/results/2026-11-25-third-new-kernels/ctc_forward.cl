// Machine learning, speech: the forward recursion of connectionist temporal classification in logarithms, an utterance
// of 31 labels a work-group, a state (labels with blanks between) a work-item, a barrier a frame.
#define STATES 63
#define LABELS 31
#define NEVER -1e30f

float log_add(float a, float b) {
  const float most = fmax(a, b);
  return most + log(1.0f + exp(fmin(a, b) - most));
}

kernel void ctc_forward(global const float *restrict scores, global const int *restrict labels,
                        global float *restrict loss, int frames, int symbols) {
  local float alpha[2][66];
  const int s = get_local_id(0), u = get_group_id(0), utterances = get_num_groups(0);
  int symbol = 0, skips = 0;
  if ((s & 1) && s < STATES) {
    const uint mine = (uint)labels[u * LABELS + s / 2] % (uint)(symbols - 1);
    symbol = 1 + (int)mine;
    if (s > 1) skips = mine != (uint)labels[u * LABELS + s / 2 - 1] % (uint)(symbols - 1);
  }
  if (s < 2) {
    alpha[0][s] = NEVER;
    alpha[1][s] = NEVER;
  }
  alpha[0][s + 2] = s < 2 ? scores[u * symbols + symbol] : NEVER;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int t = 1; t < frames; ++t) {
    local const float *last = alpha[(t + 1) & 1];
    float sum = log_add(last[s + 2], last[s + 1]);
    if (skips) sum = log_add(sum, last[s]);
    alpha[t & 1][s + 2] = sum + scores[(t * utterances + u) * symbols + symbol];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (s == 0) {
    local const float *last = alpha[(frames - 1) & 1];
    loss[u] = -log_add(last[STATES + 1], last[STATES]);
  }
}
