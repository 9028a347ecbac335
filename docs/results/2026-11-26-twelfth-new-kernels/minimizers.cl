// Minimizers of DNA reads: the least hash of the canonical k-mers in each window
// of w, kept in a ring; a work-item a read.
#define MAX_W 24

static ulong mix64(ulong key, ulong mask)
{
  key = (~key + (key << 21)) & mask;
  key = key ^ key >> 24;
  key = (key + (key << 3) + (key << 8)) & mask;
  key = key ^ key >> 14;
  key = (key + (key << 2) + (key << 4)) & mask;
  key = key ^ key >> 28;
  key = (key + (key << 31)) & mask;
  return key;
}

__kernel void minimizers(__global const uchar *bases, __global const uint *read_first,
                         const uint n_reads, const int k, const int w,
                         __global uint2 *found,          // from the read's first base on
                         __global uint *n_found)
{
  const uint r = get_global_id(0);
  if (r >= n_reads)
    return;
  const uint begin = read_first[r];
  const int length = read_first[r + 1] - begin;
  const ulong mask = (1UL << 2 * k) - 1;
  const int top = 2 * (k - 1);
  ulong ring[MAX_W];
  ulong forward = 0, backward = 0, least = ULONG_MAX;
  int run = 0, least_at = -1, told = -1, slot = 0;
  uint strands = 0, n = 0;

  for (int i = 0; i < length; i++) {
    uint code = 4;
    switch (bases[begin + i]) {
    case 'A': case 'a': code = 0; break;
    case 'C': case 'c': code = 1; break;
    case 'G': case 'g': code = 2; break;
    case 'T': case 't': code = 3; break;
    }
    ulong hash = ULONG_MAX;
    if (code < 4) {
      forward = (forward << 2 | code) & mask;
      backward = backward >> 2 | (ulong)(3 - code) << top;
      if (++run >= k && forward != backward)
        hash = mix64(min(forward, backward), mask);
    } else
      run = 0;
    strands = strands << 1 | (backward < forward);
    ring[slot] = hash;
    if (++slot == w)
      slot = 0;

    if (hash <= least) {
      least = hash;
      least_at = i;
    } else if (least_at == i - w) {
      least = ULONG_MAX;
      for (int j = 0; j < w; j++) {
        const int s = slot + j < w ? slot + j : slot + j - w;
        if (ring[s] <= least) {
          least = ring[s];
          least_at = i - w + 1 + j;
        }
      }
    }
    if (i >= w + k - 2 && least != ULONG_MAX && least_at != told) {
      told = least_at;
      found[begin + n++] = (uint2)((uint)least, (uint)least_at << 1 | (strands >> (i - least_at) & 1));
    }
  }
  n_found[r] = n;
}
