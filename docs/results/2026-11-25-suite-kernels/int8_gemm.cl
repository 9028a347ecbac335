// Quantised algebra: 8-bit integers, four deep at a time, 4x4 results a work-item, offsets and a requantisation with a
// fixed-point factor (mul_hi), saturated.
kernel void int8_gemm(global const char4 *restrict a, global const char4 *restrict b, global char4 *restrict c,
                      int quads, int columns, int factor, int shift) {
  const int column = get_global_id(0), row = get_global_id(1);
  int4 sum[4] = {0, 0, 0, 0};
  for (int k = 0; k < quads; ++k) {
    int4 right[4];
    for (int j = 0; j < 4; ++j) right[j] = convert_int4(b[(4 * column + j) * quads + k]);
    for (int i = 0; i < 4; ++i) {
      const int4 left = convert_int4(a[(4 * row + i) * quads + k]);
      for (int j = 0; j < 4; ++j) {
        const int4 p = left * right[j];
        const int s = p.x + p.y + p.z + p.w;
        if (j == 0) sum[i].x += s;
        if (j == 1) sum[i].y += s;
        if (j == 2) sum[i].z += s;
        if (j == 3) sum[i].w += s;
      }
    }
  }
  for (int i = 0; i < 4; ++i)
    c[(4 * row + i) * columns / 4 + column] = convert_char4_sat(mul_hi(sum[i], (int4)(factor)) >> shift);
}
