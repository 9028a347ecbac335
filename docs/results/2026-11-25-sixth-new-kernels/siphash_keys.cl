// Hash tables: SipHash-2-4 of keys of any length that lie one behind the other; words of eight bytes are put together
// from bytes, what is left over by a switch that falls through.
#define SIP_ROUND              \
  v0 += v1;                    \
  v1 = rotate(v1, (ulong)13);  \
  v1 ^= v0;                    \
  v0 = rotate(v0, (ulong)32);  \
  v2 += v3;                    \
  v3 = rotate(v3, (ulong)16);  \
  v3 ^= v2;                    \
  v0 += v3;                    \
  v3 = rotate(v3, (ulong)21);  \
  v3 ^= v0;                    \
  v2 += v1;                    \
  v1 = rotate(v1, (ulong)17);  \
  v1 ^= v2;                    \
  v2 = rotate(v2, (ulong)32);

kernel void siphash_keys(global const uchar *restrict bytes, global const uint *restrict offsets,
                         global ulong *restrict hashes, int count, int total, int longest) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const uint from = min(offsets[i], (uint)total), end = min(offsets[i + 1], (uint)total);
  const uint length = end > from ? min(end - from, (uint)longest) : 0;
  const global uchar *p = bytes + from;
  ulong v0 = 0x736f6d6570736575UL ^ 0x0706050403020100UL, v1 = 0x646f72616e646f6dUL ^ 0x0f0e0d0c0b0a0908UL;
  ulong v2 = 0x6c7967656e657261UL ^ 0x0706050403020100UL, v3 = 0x7465646279746573UL ^ 0x0f0e0d0c0b0a0908UL;
  for (uint k = 0; k < length / 8; ++k) {
    ulong m = 0;
    for (int b = 0; b < 8; ++b) m |= (ulong)p[8 * k + b] << (8 * b);
    v3 ^= m;
    SIP_ROUND
    SIP_ROUND
    v0 ^= m;
  }
  const global uchar *tail = p + (length & ~7u);
  ulong last = (ulong)length << 56;
  switch (length & 7) {
    case 7: last |= (ulong)tail[6] << 48;
    case 6: last |= (ulong)tail[5] << 40;
    case 5: last |= (ulong)tail[4] << 32;
    case 4: last |= (ulong)tail[3] << 24;
    case 3: last |= (ulong)tail[2] << 16;
    case 2: last |= (ulong)tail[1] << 8;
    case 1: last |= (ulong)tail[0];
    default: break;
  }
  v3 ^= last;
  SIP_ROUND
  SIP_ROUND
  v0 ^= last;
  v2 ^= 0xff;
  SIP_ROUND
  SIP_ROUND
  SIP_ROUND
  SIP_ROUND
  hashes[i] = v0 ^ v1 ^ v2 ^ v3;
}
