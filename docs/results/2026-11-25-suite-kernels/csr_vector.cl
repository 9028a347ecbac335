// Sparse algebra: rows in compressed form times a vector, 32 work-items a row, partial sums in local memory that are
// added without a barrier between (a volatile array).
#define ITEMS 128
#define WIDE 32

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void csr_vector(global const float *restrict values,
                                                                         global const float *restrict x,
                                                                         global const int *restrict columns,
                                                                         global const int *restrict starts,
                                                                         global float *restrict y, int rows) {
  local volatile float t[ITEMS];
  const int item = get_local_id(0), lane = item % WIDE, row = get_global_id(0) / WIDE;
  float sum = 0.0f;
  if (row < rows)
    for (int k = starts[row] + lane; k < starts[row + 1]; k += WIDE) sum += values[k] * x[columns[k]];
  t[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int rest = WIDE / 2; rest > 0; rest >>= 1) {
    if (lane < rest) t[item] += t[item + rest];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && row < rows) y[row] = t[item];
}
