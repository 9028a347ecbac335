// SELECT key, count(*), sum(amount), max(amount) WHERE day BETWEEN .. GROUP BY key:
// each work-group aggregates a slice in a local table, then adds it to the
// global one.  Both are open-addressed; a key is stored plus one, 0 is free.
#define SLOTS 320
#define MAX_PROBES 6

static uint mix32(uint k)
{
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  k *= 0xc2b2ae35u;
  return k ^ (k >> 16);
}

static void add_global(__global uint *keys, __global uint *counts, __global int *sums,
                       __global int *maxima, uint mask, uint hash, uint tag, uint n, int sum, int top)
{
  uint s = hash & mask;
  for (;;) {
    uint seen = keys[s];
    if (seen == 0)
      seen = atomic_cmpxchg(&keys[s], 0u, tag);
    if (seen == 0 || seen == tag)
      break;
    s = (s + 1) & mask;
  }
  atomic_add(&counts[s], n);
  atomic_add(&sums[s], sum);
  atomic_max(&maxima[s], top);
}

__kernel void groupby_local(__global const uint *key, __global const int *amount,
                            __global const ushort *day, const uint n_rows, const uint slice,
                            const uint day_from, const uint day_to,
                            __global uint *table_key, __global uint *table_count,
                            __global int *table_sum, __global int *table_max, const uint table_mask)
{
  __local uint tag_of[SLOTS], count_of[SLOTS];
  __local int sum_of[SLOTS], max_of[SLOTS];
  const uint lane = get_local_id(0), lanes = get_local_size(0);

  for (uint s = lane; s < SLOTS; s += lanes) {
    tag_of[s] = 0;
    count_of[s] = 0;
    sum_of[s] = 0;
    max_of[s] = INT_MIN;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const uint begin = get_group_id(0) * slice, end = min(begin + slice, n_rows);
  for (uint row = begin + lane; row < end; row += lanes) {
    const uint d = day[row];
    if (d < day_from || d > day_to)
      continue;
    const uint tag = key[row] + 1, hash = mix32(tag);
    const int a = amount[row];
    uint s = mul_hi(hash, (uint)SLOTS);
    int probe = 0;
    for (; probe < MAX_PROBES; probe++) {
      const uint seen = atomic_cmpxchg(&tag_of[s], 0u, tag);
      if (seen == 0 || seen == tag)
        break;
      s = s + 1 == SLOTS ? 0 : s + 1;
    }
    if (probe < MAX_PROBES) {
      atomic_inc(&count_of[s]);
      atomic_add(&sum_of[s], a);
      atomic_max(&max_of[s], a);
    } else
      add_global(table_key, table_count, table_sum, table_max, table_mask, hash, tag, 1, a, a);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint s = lane; s < SLOTS; s += lanes)
    if (tag_of[s])
      add_global(table_key, table_count, table_sum, table_max, table_mask, mix32(tag_of[s]), tag_of[s],
                 count_of[s], sum_of[s], max_of[s]);
}
