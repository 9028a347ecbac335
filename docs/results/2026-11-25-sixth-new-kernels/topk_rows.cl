// The largest few of each row (sampling from a language model): a work-group a row; each work-item keeps its four best by
// insertion in a private array, then the group takes the best of all heads again and again.
#define KEEP 4
kernel void topk_rows(global const float *restrict logits, global float *restrict best, global int *restrict places,
                      local float *values, local int *owners, int columns, int k) {
  const int item = get_local_id(0), items = get_local_size(0), row = get_group_id(0);
  float mine[KEEP];
  int where[KEEP];
  for (int s = 0; s < KEEP; ++s) {
    mine[s] = -INFINITY;
    where[s] = -1;
  }
  for (int c = item; c < columns; c += items) {
    const float v = logits[(size_t)row * columns + c];
    if (v > mine[KEEP - 1]) {
      int s = KEEP - 1;
      while (s > 0 && v > mine[s - 1]) {
        mine[s] = mine[s - 1];
        where[s] = where[s - 1];
        --s;
      }
      mine[s] = v;
      where[s] = c;
    }
  }
  int head = 0;
  for (int round = 0; round < k; ++round) {
    values[item] = head < KEEP ? mine[head] : -INFINITY;
    owners[item] = item;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_way = items / 2; half_way > 0; half_way /= 2) {
      if (item < half_way && values[item + half_way] > values[item]) {
        values[item] = values[item + half_way];
        owners[item] = owners[item + half_way];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (owners[0] == item && head < KEEP) {
      best[row * k + round] = mine[head];
      places[row * k + round] = where[head];
      ++head;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
