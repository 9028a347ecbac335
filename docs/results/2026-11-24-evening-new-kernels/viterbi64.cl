// Forward pass of a Viterbi decoder, constraint length 7 and rate 1/2: a frame a work-group, a state a work-item,
// a barrier a step; two soft symbols a step in, a decision a state out.
#define STATES 64

kernel void viterbi64(global const char2 *restrict symbols, global uchar *restrict decisions,
                      global int *restrict final_metrics, int steps) {
  local int metric[2][STATES];
  const int state = get_local_id(0), frame = get_group_id(0);
  // The predecessors of a state differ in their lowest bit, and with it both bits of the output.
  const int from = (state << 1) & (STATES - 1);
  const int word = state << 1;
  const int sign0 = 1 - 2 * (int)(popcount(word & 0x79) & 1);
  const int sign1 = 1 - 2 * (int)(popcount(word & 0x5b) & 1);
  metric[0][state] = state == 0 ? 0 : -100000;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < steps; ++t) {
    const char2 soft = symbols[frame * steps + t];
    const int branch = sign0 * soft.x + sign1 * soft.y;
    const int first = metric[t & 1][from] + branch, second = metric[t & 1][from + 1] - branch;
    metric[(t + 1) & 1][state] = max(first, second);
    decisions[(frame * steps + t) * STATES + state] = second > first;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  final_metrics[frame * STATES + state] = metric[steps & 1][state];
}
