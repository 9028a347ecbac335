// Ranges in a B+ tree (Rodinia): a work-group a query, a work-item a key of the node; both ends of the range go down
// together, the next nodes handed on in local memory. Children of a node follow each other, as in a heap.
kernel void btree_range(global const int *restrict keys, global const int *restrict lows,
                        global const int *restrict highs, global int *restrict starts, global int *restrict lengths,
                        int levels, int nodes) {
  local int next_low, next_high, found_low, found_high;
  const int item = get_local_id(0), order = get_local_size(0), query = get_group_id(0);
  const int low = lows[query], high = highs[query];
  if (item == 0) {
    next_low = 0;
    next_high = 0;
    found_low = 0;
    found_high = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int at_low = 0, at_high = 0;
  for (int level = 1; level < levels; ++level) {
    const global int *here = keys + at_low * (order + 1);
    if (here[item] <= low && low < here[item + 1]) next_low = at_low * order + item + 1;
    here = keys + at_high * (order + 1);
    if (here[item] <= high && high < here[item + 1]) next_high = at_high * order + item + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    at_low = min(next_low, nodes - 1);
    at_high = min(next_high, nodes - 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (keys[at_low * (order + 1) + item] == low) found_low = at_low * order + item;
  if (keys[at_high * (order + 1) + item] == high) found_high = at_high * order + item;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    starts[query] = found_low;
    lengths[query] = found_high - found_low + 1;
  }
}
