// Language models: keys turned by their positions (RoPE, halves of the head paired) and stored in a cache of 8-bit
// integers with a scale for each head and token; a head of 128 of a token a work-group, a pair a work-item.
#define PAIRS 64

kernel void rope_kv8(global const float *restrict keys, global char *restrict cache, global float *restrict scales,
                     int heads, int capacity, int start, float log_base) {
  local float largest[PAIRS];
  const int i = get_local_id(0), head = get_group_id(0), token = get_global_id(1);
  const int from = (token * heads + head) * 2 * PAIRS + i;
  const float a = keys[from], b = keys[from + PAIRS];
  const float angle = (float)(start + token) * exp(-log_base * (float)i / PAIRS);
  float c;
  const float s = sincos(angle, &c);
  const float x = a * c - b * s, y = b * c + a * s;

  largest[i] = fmax(fabs(x), fabs(y));
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = PAIRS / 2; step > 0; step >>= 1) {
    if (i < step) largest[i] = fmax(largest[i], largest[i + step]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float most = fmax(largest[0], 1e-8f), scale = 127.0f / most;
  const int slot = head * capacity + start + token;
  cache[slot * 2 * PAIRS + i] = convert_char_sat_rte(x * scale);
  cache[slot * 2 * PAIRS + PAIRS + i] = convert_char_sat_rte(y * scale);
  if (i == 0) scales[slot] = most / 127.0f;
}
