// The recurrent half of a GRU layer over packed sequences of unequal length:
// a work-group keeps one sequence's state in local memory, a work-item one unit.
inline float sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }

__kernel void gru_seq(__global const float *gates_in,        // [step][3][hidden]
                      __global const float4 *recurrent,      // [hidden/4][3][hidden]
                      __global const float *bias_new,
                      __global const uint *step_first,
                      __global float *outputs,               // [step][hidden]
                      __global float *last_state,            // [sequence][hidden]
                      const int hidden, __local float4 *state)
{
  const int j = get_local_id(0);
  const size_t seq = get_group_id(0);
  __local float *h = (__local float *)state;
  const bool live = j < hidden;
  const int quads = hidden / 4;
  const uint begin = step_first[seq], end = step_first[seq + 1];

  if (live)
    h[j] = 0.0f;
  float mine = 0.0f;
  const float bn = live ? bias_new[j] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint step = begin; step < end; ++step) {
    if (live) {
      float4 r4 = 0.0f, z4 = 0.0f, n4 = 0.0f;
      __global const float4 *w = recurrent + j;
      for (int q = 0; q < quads; ++q) {
        const float4 hq = state[q];
        r4 = mad(w[0], hq, r4);
        z4 = mad(w[hidden], hq, z4);
        n4 = mad(w[2 * hidden], hq, n4);
        w += 3 * hidden;
      }
      __global const float *x = gates_in + (size_t)step * 3 * hidden + j;
      const float4 one = 1.0f;
      const float r = sigmoid(x[0] + dot(r4, one));
      const float z = sigmoid(x[hidden] + dot(z4, one));
      const float n = tanh(x[2 * hidden] + r * (dot(n4, one) + bn));
      mine = mix(n, mine, z);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (live) {
      h[j] = mine;
      outputs[(size_t)step * hidden + j] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (live)
    last_state[seq * hidden + j] = mine;
}
