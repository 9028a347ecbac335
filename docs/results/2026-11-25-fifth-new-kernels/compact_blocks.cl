// Data parallel primitives: a group keeps those of its stretch of records that a hash of the index selects, in order,
// places by a scan in local memory (step and double), chunk after chunk; each group fills its own slot from the front.
#define ITEMS 128

kernel void compact_blocks(global const float *restrict records, global float *restrict kept, global int *restrict origin,
                           global int *restrict counts, int chunks, int keep_of_64) {
  local int ranks[2][ITEMS];
  const int item = get_local_id(0), group = get_group_id(0);
  const int begin = group * chunks * ITEMS;
  int base = 0;
  for (int c = 0; c < chunks; ++c) {
    const int i = begin + c * ITEMS + item;
    const uint h = ((uint)i * 2654435761u) >> 26;
    const int keep = h < (uint)keep_of_64 ? 1 : 0;
    ranks[0][item] = keep;
    barrier(CLK_LOCAL_MEM_FENCE);
    int from = 0;
    for (int reach = 1; reach < ITEMS; reach *= 2) {
      int sum = ranks[from][item];
      if (item >= reach) sum += ranks[from][item - reach];
      ranks[1 - from][item] = sum;
      from = 1 - from;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (keep) {
      const int place = begin + base + ranks[from][item] - 1;
      kept[place] = records[i];
      origin[place] = i;
    }
    base += ranks[from][ITEMS - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) counts[group] = base;
}
