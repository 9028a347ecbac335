// Decodes lossless audio subframes: fixed or linear prediction with a
// partitioned Rice-coded residual.  One work-item decodes one subframe.
#define HISTORY 16

typedef struct {
  __global const uint *word;
  uint at;
} bit_reader;

static uint peek32(const bit_reader *r)
{
  const uint w = r->at >> 5, s = r->at & 31;
  const uint hi = r->word[w];
  return s ? (hi << s) | (r->word[w + 1] >> (32 - s)) : hi;
}

static uint take(bit_reader *r, uint n)
{
  if (n == 0)
    return 0;
  const uint v = peek32(r) >> (32 - n);
  r->at += n;
  return v;
}

static int take_signed(bit_reader *r, uint n)
{
  return (int)(take(r, n) << (32 - n)) >> (32 - n);
}

static uint take_unary(bit_reader *r)
{
  uint zeros = 0;
  for (;;) {
    const uint p = peek32(r);
    if (p) {
      const uint z = clz(p);
      r->at += z + 1;
      return zeros + z;
    }
    zeros += 32;
    r->at += 32;
  }
}

__constant int fixed_coef[5][4] = {
  {0, 0, 0, 0}, {1, 0, 0, 0}, {2, -1, 0, 0}, {3, -3, 1, 0}, {4, -6, 4, -1}};

__kernel void flac_rice(__global const uint *stream, __global const uint *bit_first,
                        __global const uint *sample_first, uint n_subframes, __global int *pcm)
{
  const uint f = get_global_id(0);
  if (f >= n_subframes)
    return;
  bit_reader r = {stream, bit_first[f]};
  __global int *out = pcm + sample_first[f];
  const uint length = sample_first[f + 1] - sample_first[f];

  const uint kind = take(&r, 2);
  if (kind == 0) {                               // one value for all
    const int v = take_signed(&r, 16);
    for (uint t = 0; t < length; t++)
      out[t] = v;
    return;
  }
  const uint order = take(&r, 4);
  int coef[HISTORY], past[HISTORY];
  for (uint t = 0; t < order; t++) {
    past[t] = take_signed(&r, 16);
    out[t] = past[t];
  }
  uint shift = 0;
  if (kind == 1) {
    for (uint j = 0; j < order; j++)
      coef[j] = fixed_coef[order][j];
  } else {
    shift = take(&r, 4);
    for (uint j = 0; j < order; j++)
      coef[j] = take_signed(&r, 13);
  }

  const uint part_order = take(&r, 4);
  const uint part = length >> part_order;
  uint t = order;
  for (uint p = 0; p < (1u << part_order); p++) {
    const uint k = take(&r, 4);
    const uint end = (p + 1) * part;
    for (; t < end; t++) {
      const uint q = take_unary(&r);
      const uint u = (q << k) | take(&r, k);
      const int residual = (int)(u >> 1) ^ -(int)(u & 1);
      long sum = 0;
      for (uint j = 0; j < order; j++)
        sum += (long)coef[j] * past[(t - 1 - j) & (HISTORY - 1)];
      const int v = residual + (int)(sum >> shift);
      past[t & (HISTORY - 1)] = v;
      out[t] = v;
    }
  }
}
