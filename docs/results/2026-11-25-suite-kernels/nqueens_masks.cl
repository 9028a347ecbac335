// Search (dwarfs): queens on a board, depth first with masks and a stack in local memory, the first two rows given by
// the work-item.
#define ITEMS 32
#define DEPTH 16

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void nqueens_masks(global uint *restrict solutions, int n) {
  local uint free_of[DEPTH][ITEMS], left_of[DEPTH][ITEMS], down_of[DEPTH][ITEMS], right_of[DEPTH][ITEMS];
  const int id = get_global_id(0), item = get_local_id(0);
  const uint all = (1u << n) - 1u, a = 1u << (id / n % n), b = 1u << (id % n);
  uint count = 0;
  if (id < n * n && !(b & (a | a << 1 | a >> 1))) {
    int depth = 0;
    left_of[0][item] = (a << 2 | b << 1) & all;
    down_of[0][item] = a | b;
    right_of[0][item] = a >> 2 | b >> 1;
    free_of[0][item] = all & ~(left_of[0][item] | a | b | right_of[0][item]);
    while (depth >= 0) {
      const uint open = free_of[depth][item];
      if (open == 0) {
        --depth;
        continue;
      }
      const uint queen = open & -open;
      free_of[depth][item] = open ^ queen;
      const uint left = (left_of[depth][item] | queen) << 1 & all, down = down_of[depth][item] | queen,
                 right = (right_of[depth][item] | queen) >> 1;
      if (down == all) {
        ++count;
        continue;
      }
      ++depth;
      left_of[depth][item] = left;
      down_of[depth][item] = down;
      right_of[depth][item] = right;
      free_of[depth][item] = all & ~(left | down | right);
    }
  }
  solutions[id] = count;
}
