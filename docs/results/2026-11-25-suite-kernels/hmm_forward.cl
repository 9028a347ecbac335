// Hidden Markov models (dwarfs): a step of the forward recursion, a state a work-group, sums over the states before it
// by a tree in local memory, scaled.
kernel void hmm_forward(global const float *restrict before, global const float *restrict transitions,
                        global const float *restrict emissions, global const int *restrict observed,
                        global float *restrict after, int states, int time, local float *t) {
  const int to = get_group_id(0), item = get_local_id(0), items = get_local_size(0);
  float sum = 0.0f;
  for (int from = item; from < states; from += items) sum += before[from] * transitions[to * states + from];
  t[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int rest = items / 2; rest > 0; rest >>= 1) {
    if (item < rest) t[item] += t[item + rest];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) after[to] = t[0] * emissions[observed[time] * states + to];
}
