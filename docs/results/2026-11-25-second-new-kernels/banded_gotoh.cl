// Bioinformatics: scores of local alignments with affine gaps (Smith-Waterman, Gotoh) in a band of 16 diagonals, a
// pair of reads a work-item, in 16-bit integers; bases of all pairs at a position lie side by side.
#define BAND 16
#define NONE ((short)-8000)

kernel void banded_gotoh(global const uchar *restrict query, global const uchar *restrict reference,
                         global short *restrict score, int pairs, int length, int open, int extend) {
  const int p = get_global_id(0);
  const short first = (short)open, more = (short)extend;
  short h[BAND + 1], e[BAND + 1];
  uchar window[BAND];
#pragma unroll
  for (int b = 0; b <= BAND; ++b) {
    h[b] = 0;
    e[b] = NONE;
  }
#pragma unroll
  for (int b = 0; b < BAND - 1; ++b) window[b + 1] = reference[b * pairs + p] & 3;

  short best = 0;
  for (int i = 0; i < length; ++i) {
#pragma unroll
    for (int b = 0; b < BAND - 1; ++b) window[b] = window[b + 1];
    window[BAND - 1] = reference[(i + BAND - 1) * pairs + p] & 3;
    const uchar base = query[i * pairs + p] & 3;
    short left = 0, f = NONE;
#pragma unroll
    for (int b = 0; b < BAND; ++b) {
      const short match = base == window[b] ? (short)2 : (short)-3;
      e[b] = max((short)(h[b + 1] - first), (short)(e[b + 1] - more));
      f = max((short)(left - first), (short)(f - more));
      left = max(max((short)(h[b] + match), (short)0), max(e[b], f));
      h[b] = left;
      best = max(best, left);
    }
  }
  score[p] = best;
}
