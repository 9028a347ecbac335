// Random numbers (samples of vendors): small Mersenne twisters with 19 words of state, one a work-item, parameters from
// a table; then normal numbers after Box and Muller, two at a time.
#define STATE 19
#define MIDDLE 9
#define LOW_BITS 1

typedef struct {
  uint matrix, mask_b, mask_c, seed;
} Twister;

kernel void twister_pairs(global const Twister *restrict twisters, global float *restrict normal, int count) {
  const int id = get_global_id(0), all = get_global_size(0);
  const Twister t = twisters[id];
  uint state[STATE];
  state[0] = t.seed;
  for (uint i = 1; i < STATE; ++i) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  int at = 0;
  uint word = state[0];
  float first = 0.0f;
  for (int n = 0; n < count; ++n) {
    const int next = at + 1 < STATE ? at + 1 : 0, middle = at + MIDDLE < STATE ? at + MIDDLE : at + MIDDLE - STATE;
    uint x = (word & (~0u << LOW_BITS)) | (state[next] & ~(~0u << LOW_BITS));
    x = state[middle] ^ (x >> 1) ^ (x & 1 ? t.matrix : 0u);
    word = state[next];
    state[at] = x;
    at = next;
    x ^= x >> 12;
    x ^= (x << 7) & t.mask_b;
    x ^= (x << 15) & t.mask_c;
    x ^= x >> 18;
    const float u = (x + 1.0f) / 4294967296.0f;
    if (n & 1) {
      const float radius = sqrt(-2.0f * log(first)), angle = 2.0f * M_PI_F * u;
      normal[(n - 1) * all + id] = radius * cos(angle);
      normal[n * all + id] = radius * sin(angle);
    } else
      first = u;
  }
}
