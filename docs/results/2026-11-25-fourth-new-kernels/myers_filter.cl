// Genomics, mapping of reads: the edit distance of a read of 64 bases and its best end within a window of the genome,
// after Myers' bit vectors; the read in two planes of bits, the window packed at two bits a base, a read a work-item.

kernel void myers_filter(global const ulong *restrict low_plane, global const ulong *restrict high_plane,
                         global const uint *restrict windows, global int2 *restrict best, int reads, int words) {
  const int i = get_global_id(0);
  if (i >= reads) return;
  const ulong low = low_plane[i], high = high_plane[i];
  ulong plus = ~0ul, minus = 0ul;
  int score = 64, least = 64, end = -1;
  for (int w = 0; w < words; ++w) {
    uint bases = windows[w * reads + i];
    for (int k = 0; k < 16; ++k) {
      const ulong equal = ~(low ^ (0ul - (bases & 1u))) & ~(high ^ (0ul - (bases >> 1 & 1u)));
      bases >>= 2;
      const ulong vertical = equal | minus;
      const ulong zero = (((equal & plus) + plus) ^ plus) | equal;
      ulong up = minus | ~(zero | plus), down = plus & zero;
      score += (int)(up >> 63) - (int)(down >> 63);
      up <<= 1;
      down <<= 1;
      plus = down | ~(vertical | up);
      minus = up & vertical;
      if (score < least) {
        least = score;
        end = w * 16 + k;
      }
    }
  }
  best[i] = (int2)(least, end);
}
