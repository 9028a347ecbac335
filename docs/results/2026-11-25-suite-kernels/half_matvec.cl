// Half precision in memory: a matrix of halves, read eight at a time, times a vector of halves, sums in float, stored as
// halves again; a row a work-item of two dimensions.
kernel void half_matvec(global const half *restrict matrix, global const half *restrict vector,
                        global half *restrict result, int columns, int rows) {
  const int row = get_global_id(0), batch = get_global_id(1);
  if (row >= rows) return;
  float8 sum = 0.0f;
  for (int k = 0; k < columns / 8; ++k)
    sum += vload_half8((row * columns) / 8 + k, matrix) * vload_half8(batch * columns / 8 + k, vector);
  const float4 four = sum.lo + sum.hi;
  const float2 two = four.lo + four.hi;
  vstore_half_rte(two.x + two.y, batch * rows + row, result);
}
