// Integer built-ins of several widths as codecs use them: saturated sums, absolute differences, halving sums, bit
// counts, rotations, upsampling and shuffles of 16 bytes at a time.
kernel void integer_zoo(global const uchar16 *restrict a, global const uchar16 *restrict b, global ushort8 *restrict y,
                        int rounds) {
  const int i = get_global_id(0);
  uchar16 p = a[i], q = b[i];
  ushort8 sum = 0;
  for (int k = 0; k < rounds; ++k) {
    const uchar16 top = add_sat(p, q), gap = abs_diff(p, q), middle = rhadd(p, q);
    const ushort8 wide = upsample(top.lo, gap.hi), bits = convert_ushort8(popcount(middle.lo));
    sum = add_sat(sum, (ushort8)(wide / (ushort8)(3) + bits)) ^ rotate(wide, (ushort8)(3));
    p = shuffle2(p, middle, (uchar16)(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    q = select(sub_sat(q, gap), max(gap, middle), p > q);
    sum += convert_ushort8(clz(q.hi)) + mul_hi(sum, (ushort8)(40503));
  }
  y[i] = sum;
}
