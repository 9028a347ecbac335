// String processing: Base64 of a binary stream, 12 bytes to 16 characters a work-item, the alphabet by comparisons
// instead of a table.

kernel void base64_encode(global const uint *restrict bytes, global uchar16 *restrict characters) {
  const int i = get_global_id(0);
  const uint3 w = vload3(i, bytes);
  const uint4 t = (uint4)(w.x, w.x >> 24 | w.y << 8, w.y >> 16 | w.z << 16, w.z >> 8);
  const uint4 sextets = (t >> 2 & 63u) | ((t & 3u) << 4 | (t >> 12 & 15u)) << 8 |
                        ((t >> 8 & 15u) << 2 | (t >> 22 & 3u)) << 16 | (t >> 16 & 63u) << 24;
  const uchar16 s = as_uchar16(sextets);
  uchar16 shift = (uchar16)('A');
  shift = select(shift, (uchar16)('a' - 26), s >= (uchar16)(26));
  shift = select(shift, (uchar16)(256 + '0' - 52), s >= (uchar16)(52));
  shift = select(shift, (uchar16)(256 + '+' - 62), s == (uchar16)(62));
  shift = select(shift, (uchar16)(256 + '/' - 63), s == (uchar16)(63));
  characters[i] = s + shift;
}
