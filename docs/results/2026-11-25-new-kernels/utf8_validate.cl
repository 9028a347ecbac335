// Counts the characters of a text in UTF-8 and the bytes at which it is malformed, 16 bytes a work-item, sums of a
// work-group in local memory; 16 bytes of padding lie in front of the text.
#define ITEMS 128

int sum16(char16 v) {
  const char8 s8 = v.lo + v.hi;
  const char4 s4 = s8.lo + s8.hi;
  return s4.x + s4.y + s4.z + s4.w;
}

#define BYTES(value) ((uchar16)(value))

kernel void utf8_validate(global const uchar *restrict text, global int *restrict characters,
                          global int *restrict errors) {
  local int counts[ITEMS], faults[ITEMS];
  const int i = get_global_id(0), item = get_local_id(0);
  const uchar16 c = vload16(0, text + 16 * i + 16);
  const uchar16 p1 = vload16(0, text + 16 * i + 15);
  const uchar16 p2 = vload16(0, text + 16 * i + 14);
  const uchar16 p3 = vload16(0, text + 16 * i + 13);

  const char16 follows = (c & BYTES(0xc0)) == BYTES(0x80);
  const char16 expected = (p1 >= BYTES(0xc0)) | (p2 >= BYTES(0xe0)) | (p3 >= BYTES(0xf0));
  char16 wrong = follows ^ expected;
  wrong |= (p1 == BYTES(0xe0)) & (c < BYTES(0xa0));   // overlong
  wrong |= (p1 == BYTES(0xed)) & (c >= BYTES(0xa0));  // surrogates
  wrong |= (p1 == BYTES(0xf0)) & (c < BYTES(0x90));   // overlong
  wrong |= (p1 == BYTES(0xf4)) & (c >= BYTES(0x90));  // beyond U+10FFFF
  wrong |= (c == BYTES(0xc0)) | (c == BYTES(0xc1)) | (c >= BYTES(0xf5));

  counts[item] = 16 + sum16(follows);  // true is -1
  faults[item] = -sum16(wrong);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_way = ITEMS / 2; half_way > 0; half_way /= 2) {
    if (item < half_way) {
      counts[item] += counts[item + half_way];
      faults[item] += faults[item + half_way];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) {
    characters[get_group_id(0)] = counts[0];
    errors[get_group_id(0)] = faults[0];
  }
}
