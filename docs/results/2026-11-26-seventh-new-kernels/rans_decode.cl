// Entropy coding: streams of an asymmetric numeral system (rANS, twelve bits of probability, bytes renormalised), each
// decoded by one work-item from a region of its own; a table of 4096 slots gives symbol, frequency and start.
kernel void rans_decode(global const uchar *restrict packed, global const uint *restrict slots,
                        global uchar *restrict out, int streams, int region, int symbols) {
  const int stream = get_global_id(0);
  if (stream >= streams) return;
  const global uchar *from = packed + (size_t)stream * region;
  global uchar *to = out + (size_t)stream * symbols;
  uint x = from[0] | (uint)from[1] << 8 | (uint)from[2] << 16 | (uint)from[3] << 24;
  int at = 4;
  for (int k = 0; k < symbols; ++k) {
    const uint low = x & 4095u;
    const uint slot = slots[low];  // symbol in 8 bits, frequency - 1 in 12, start in 12
    const uint frequency = (slot >> 8 & 4095u) + 1u, start = slot >> 20;
    to[k] = (uchar)slot;
    x = frequency * (x >> 12) + low - start;
    while (x < (1u << 23) && at < region) x = x << 8 | from[at++];
  }
}
