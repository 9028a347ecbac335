// Merge sort (Rodinia's hybridsort, SHOC): a pass that merges neighbouring sorted runs; each element finds its rank in
// the other run by bisection and goes straight to its place with what belongs to it.
kernel void merge_ranks(global const uint *restrict keys, global const uint *restrict values,
                        global uint *restrict keys_out, global uint *restrict values_out, int count, int run) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const int which = i / run, mine = which * run;
  const bool right = which & 1;
  const int other = right ? mine - run : min(mine + run, count);
  const int other_end = min(other + run, count);
  const uint key = keys[i];
  int low = other, high = other_end;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const uint there = keys[middle];
    if (there < key || (right && there == key))
      low = middle + 1;
    else
      high = middle;
  }
  const int to = min(mine, other) + (i - mine) + (low - other);
  keys_out[to] = key;
  values_out[to] = values[i];
}
