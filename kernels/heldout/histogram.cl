// Counts of 16 values without atomics: a column of counters in local memory for each work-item.
#define BINS 16
#define ITEMS 64

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void histogram_private(__global const uchar *restrict data, __global uint *restrict counts, int n) {
  __local uint own[BINS][ITEMS];
  const int l = get_local_id(0);
  for (int b = 0; b < BINS; ++b) own[b][l] = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) own[data[i] & (BINS - 1)][l] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < BINS) {
    uint sum = 0;
    for (int k = 0; k < ITEMS; ++k) sum += own[l][k];
    counts[get_group_id(0) * BINS + l] = sum;
  }
}
