// Dense algebra (samples of vendors): matrix times vector, work-groups of 100 take a row after the other, partial sums
// in local memory; four-wide dot products.
kernel __attribute__((reqd_work_group_size(100, 1, 1))) void matvec_groups(global const float4 *restrict matrix,
                                                                          global const float4 *restrict vector,
                                                                          global float *restrict result, int quads,
                                                                          int rows, local float *sums) {
  const int item = get_local_id(0);
  for (int row = get_group_id(0); row < rows; row += get_num_groups(0)) {
    float sum = 0.0f;
    for (int k = item; k < quads; k += 100) sum += dot(matrix[row * quads + k], vector[k]);
    sums[item] = sum;
    for (int rest = 50; rest > 0; rest = rest == 25 ? 13 : rest / 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < rest && (rest != 13 || item < 12)) sums[item] += sums[item + rest];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) result[row] = sums[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
