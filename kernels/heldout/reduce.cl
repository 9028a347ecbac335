// Sum of a vector in 64 partial sums: a strided walk, then a tree in local memory.
#define ITEMS 128

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void reduce_partial(__global const float *restrict x, __global float *restrict partial, int n) {
  __local float sums[ITEMS];
  const int l = get_local_id(0);
  float sum = 0.0f;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += x[i];
  sums[l] = sum;
  for (int half_size = ITEMS / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size) sums[l] += sums[l + half_size];
  }
  if (l == 0) partial[get_group_id(0)] = sums[0];
}
