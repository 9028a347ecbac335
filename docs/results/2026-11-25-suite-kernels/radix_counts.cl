// Sorting by digits (samples of vendors): how often each of 256 digits occurs among a work-item's keys, counters of 16
// bits in local memory without atomics, one column a work-item.
#define DIGITS 256
#define ITEMS 32

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void radix_counts(global const uint *restrict keys,
                                                                            global uint *restrict counts, int each,
                                                                            uint shift) {
  local ushort seen[DIGITS * ITEMS];
  const int item = get_local_id(0), group = get_group_id(0);
  for (int d = 0; d < DIGITS; ++d) seen[d * ITEMS + item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < each; ++k) {
    const uint digit = keys[(group * each + k) * ITEMS + item] >> shift & (DIGITS - 1);
    ++seen[digit * ITEMS + item];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 0; d < DIGITS; ++d) counts[(group * DIGITS + d) * ITEMS + item] = seen[d * ITEMS + item];
}
