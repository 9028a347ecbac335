// Audio: blocks of IMA ADPCM, each with a header of four bytes (first sample, index of the step) and then two samples a
// byte; a work-item a block, the state carried from sample to sample.
constant short steps[89] = {
    7,    8,    9,    10,   11,   12,   13,   14,   16,   17,   19,   21,    23,    25,    28,    31,    34,    37,
    41,   45,   50,   55,   60,   66,   73,   80,   88,   97,   107,  118,   130,   143,   157,   173,   190,   209,
    230,  253,  279,  307,  337,  371,  408,  449,  494,  544,  598,  658,   724,   796,   876,   963,   1060,  1166,
    1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660,  4026,  4428,  4871,  5358,  5894,  6484,
    7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767};
constant char moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

kernel void adpcm_decode(global const uchar *restrict packed, global short *restrict samples, int blocks,
                         int block_bytes) {
  const int block = get_global_id(0);
  if (block >= blocks) return;
  const global uchar *from = packed + (size_t)block * block_bytes;
  const int payload = block_bytes - 4;
  global short *to = samples + (size_t)block * payload * 2;
  int value = (short)(from[0] | from[1] << 8);
  int index = min((int)from[2], 88);
  for (int k = 0; k < payload; ++k) {
    const int byte = from[4 + k];
    for (int h = 0; h < 2; ++h) {
      const int code = h ? byte >> 4 : byte & 15;
      const int step = steps[index];
      int change = step >> 3;
      if (code & 1) change += step >> 2;
      if (code & 2) change += step >> 1;
      if (code & 4) change += step;
      value = clamp(code & 8 ? value - change : value + change, -32768, 32767);
      index = clamp(index + moves[code & 7], 0, 88);
      to[2 * k + h] = (short)value;
    }
  }
}
