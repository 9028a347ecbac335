// Bioinformatics (dwarfs): a block of 32x32 cells of a Smith-Waterman matrix by anti-diagonals in local memory, a column
// a work-item, blocks of a diagonal side by side.
#define N 32

kernel __attribute__((reqd_work_group_size(N, 1, 1))) void swat_diagonal(global const char *restrict a,
                                                                        global const char *restrict b,
                                                                        global int *restrict scores, int pitch,
                                                                        int diagonal, int gap) {
  local int t[N + 1][N + 1];
  local char left[N];
  const int item = get_local_id(0), bx = get_group_id(0), by = diagonal - bx;
  const int x = bx * N + item + 1, y = by * N;
  left[item] = a[y + item];
  const char mine = b[bx * N + item];
  t[0][item + 1] = scores[y * pitch + x];
  t[item + 1][0] = scores[(y + item + 1) * pitch + bx * N];
  if (item == 0) t[0][0] = scores[y * pitch + bx * N];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 0; d < 2 * N - 1; ++d) {
    const int k = d - item;
    if (k >= 0 && k < N) {
      const int same = t[k][item] + (left[k] == mine ? 5 : -3);
      t[k + 1][item + 1] = max(max(0, same), max(t[k][item + 1], t[k + 1][item]) - gap);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = 0; k < N; ++k) scores[(y + k + 1) * pitch + x] = t[k + 1][item + 1];
}
