// Inclusive sums within blocks of 128 elements, by doubling distances.
#define BLOCK 128

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void scan_block(__global const int *restrict in, __global int *restrict out) {
  __local int sums[2][BLOCK];
  const int l = get_local_id(0);
  int from = 0;
  sums[from][l] = in[get_global_id(0)];
  for (int distance = 1; distance < BLOCK; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[1 - from][l] = sums[from][l] + (l >= distance ? sums[from][l - distance] : 0);
    from = 1 - from;
  }
  out[get_global_id(0)] = sums[from][l];
}
