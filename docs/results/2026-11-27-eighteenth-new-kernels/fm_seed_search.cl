// Read alignment: greedy exact seeds of reads by backward search in an FM index. The Burrows-Wheeler transform is held in
// blocks of 64 bases: the counts of each base before the block, and the bases as two planes of bits.
typedef struct {
  uint before[4];
  ulong plane0;
  ulong plane1;
} OccBlock;

static inline uint occ(__global const OccBlock *index, uint base, uint row) {
  __global const OccBlock *b = index + (row >> 6);
  const ulong p0 = b->plane0 ^ ((base & 1u) ? 0UL : ~0UL);
  const ulong p1 = b->plane1 ^ ((base & 2u) ? 0UL : ~0UL);
  const ulong below = (1UL << (row & 63u)) - 1UL;
  return b->before[base] + (uint)popcount(p0 & p1 & below);
}

__kernel void fm_seed_search(__global const OccBlock *index, __global const uint *first_row, __global const uint *reads,
                             __global const ushort *lengths, __global uint4 *seeds, uint rows, int read_count,
                             int words_per_read, int min_seed, uint max_hits) {
  const int id = get_global_id(0);
  if (id >= read_count)
    return;
  __global const uint *read = reads + (size_t)id * words_per_read;

  uint low = 0, high = rows;
  int run = 0, longest = 0, found = 0;
  uint longest_row = 0, longest_hits = 0;

  for (int at = (int)lengths[id] - 1; at >= 0; --at) {
    const uint base = (read[at >> 4] >> ((at & 15) * 2)) & 3u;
    const uint c = first_row[base];
    const uint next_low = c + occ(index, base, low);
    const uint next_high = c + occ(index, base, high);

    if (next_low < next_high) {
      low = next_low;
      high = next_high;
      ++run;
      continue;
    }
    if (run >= min_seed && high - low <= max_hits) {
      ++found;
      if (run > longest) {
        longest = run;
        longest_row = low;
        longest_hits = high - low;
      }
    }
    low = first_row[base];
    high = first_row[base + 1];
    run = 1;
  }
  if (run >= min_seed && high - low <= max_hits) {
    ++found;
    if (run > longest) {
      longest = run;
      longest_row = low;
      longest_hits = high - low;
    }
  }
  seeds[id] = (uint4)(longest_row, longest_hits, (uint)longest, (uint)found);
}
