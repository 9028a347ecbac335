// Video quality: the structural similarity of 8 x 8 windows of two pictures of bytes, windows four pixels apart, a window a
// work-item.
kernel void ssim_windows(global const uchar *restrict a, global const uchar *restrict b, global float *restrict ssim,
                         int pitch, int across) {
  const int wx = get_global_id(0), wy = get_global_id(1);
  if (wx >= across)
    return;
  uint sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
  for (int y = 0; y < 8; ++y) {
    const int at = (wy * 4 + y) * pitch + wx * 4;
    const ushort8 pa = convert_ushort8(vload8(0, a + at)), pb = convert_ushort8(vload8(0, b + at));
    const uint8 wa = convert_uint8(pa), wb = convert_uint8(pb);
    const uint8 aa = wa * wa, bb = wb * wb, ab = wa * wb;
    sa += wa.s0 + wa.s1 + wa.s2 + wa.s3 + wa.s4 + wa.s5 + wa.s6 + wa.s7;
    sb += wb.s0 + wb.s1 + wb.s2 + wb.s3 + wb.s4 + wb.s5 + wb.s6 + wb.s7;
    saa += aa.s0 + aa.s1 + aa.s2 + aa.s3 + aa.s4 + aa.s5 + aa.s6 + aa.s7;
    sbb += bb.s0 + bb.s1 + bb.s2 + bb.s3 + bb.s4 + bb.s5 + bb.s6 + bb.s7;
    sab += ab.s0 + ab.s1 + ab.s2 + ab.s3 + ab.s4 + ab.s5 + ab.s6 + ab.s7;
  }
  const float ma = sa / 64.0f, mb = sb / 64.0f;
  const float va = saa / 64.0f - ma * ma, vb = sbb / 64.0f - mb * mb, cov = sab / 64.0f - ma * mb;
  const float c1 = 6.5025f, c2 = 58.5225f;
  ssim[wy * across + wx] = (2.0f * ma * mb + c1) * (2.0f * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
}
