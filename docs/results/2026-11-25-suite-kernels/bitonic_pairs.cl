// Sorting networks (samples of vendors): bitonic sort of keys with their values, twice as many as work-items, in two
// local arrays.
#define ITEMS 256

void compare(local uint *key_a, local uint *value_a, local uint *key_b, local uint *value_b, int up) {
  if ((*key_a > *key_b) == up) {
    const uint k = *key_a, v = *value_a;
    *key_a = *key_b;
    *value_a = *value_b;
    *key_b = k;
    *value_b = v;
  }
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void bitonic_pairs(global const uint *restrict keys,
                                                                            global const uint *restrict values,
                                                                            global uint *restrict sorted_keys,
                                                                            global uint *restrict sorted_values) {
  local uint k[2 * ITEMS], v[2 * ITEMS];
  const int item = get_local_id(0), base = get_group_id(0) * 2 * ITEMS + item;
  k[item] = keys[base];
  v[item] = values[base];
  k[item + ITEMS] = keys[base + ITEMS];
  v[item + ITEMS] = values[base + ITEMS];
  for (int size = 2; size <= 2 * ITEMS; size <<= 1) {
    const int up = size == 2 * ITEMS || (item & (size / 2)) == 0;
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int at = 2 * item - (item & (stride - 1));
      compare(&k[at], &v[at], &k[at + stride], &v[at + stride], up);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sorted_keys[base] = k[item];
  sorted_values[base] = v[item];
  sorted_keys[base + ITEMS] = k[item + ITEMS];
  sorted_values[base + ITEMS] = v[item + ITEMS];
}
