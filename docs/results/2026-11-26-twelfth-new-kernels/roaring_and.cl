// Intersections of pairs of Roaring containers, a pair a work-group. A container
// is a sorted array of up to 4096 16-bit values or a bitmap of 65536 bits.
#define ARRAY_LIMIT 4096
#define BITMAP_WORDS 2048

static uint lower(__global const ushort *v, uint n, ushort key)
{
  uint low = 0;
  while (n > 0) {
    const uint half_n = n >> 1;
    if (v[low + half_n] < key) {
      low += half_n + 1;
      n -= half_n + 1;
    } else
      n = half_n;
  }
  return low;
}

// values of a's part [from, to) that are in b, written to out unless it is null
static uint common(__global const ushort *a, uint from, uint to, __global const ushort *b,
                   uint n_b, bool bitmap, __global ushort *out, bool write)
{
  uint n = 0;
  if (from >= to)
    return 0;
  if (bitmap) {
    __global const uint *bits = (__global const uint *)b;
    for (uint i = from; i < to; i++) {
      const uint v = a[i];
      if (bits[v >> 5] >> (v & 31) & 1) {
        if (write)
          out[n] = v;
        n++;
      }
    }
    return n;
  }
  uint j = lower(b, n_b, a[from]);
  const bool gallop = n_b > 32 * (to - from);
  for (uint i = from; i < to && j < n_b; i++) {
    const ushort v = a[i];
    if (gallop) {
      uint jump = 1;
      while (j + jump < n_b && b[j + jump] < v)
        jump <<= 1;
      const uint base = j + (jump >> 1);
      j = base + lower(b + base, min(jump, n_b - base), v);
    } else
      while (j < n_b && b[j] < v)
        j++;
    if (j < n_b && b[j] == v) {
      if (write)
        out[n] = v;
      n++;
    }
  }
  return n;
}

__kernel void roaring_and(__global const ushort *pool, __global const uint *first,
                          __global const uint *cardinality, __global const ushort *pair,
                          __global ushort *result,       // [pair][ARRAY_LIMIT]
                          __global uint *count, __local uint *counts)
{
  const uint lane = get_local_id(0), lanes = get_local_size(0), p = get_group_id(0);
  uint a = pair[2 * p], b = pair[2 * p + 1];
  if (cardinality[a] > cardinality[b]) {
    const uint swap = a;
    a = b;
    b = swap;
  }
  const uint n_a = cardinality[a], n_b = cardinality[b];
  __global const ushort *in_a = pool + first[a], *in_b = pool + first[b];
  __global ushort *out = result + (size_t)p * ARRAY_LIMIT;

  uint n = 0;
  const uint from = n_a * lane / lanes, to = n_a * (lane + 1) / lanes;
  const bool both = n_a > ARRAY_LIMIT, bitmap = n_b > ARRAY_LIMIT;
  if (both) {
    __global const uint *x = (__global const uint *)in_a, *y = (__global const uint *)in_b;
    __global uint *z = (__global uint *)out;
    for (uint w = lane; w < BITMAP_WORDS; w += lanes) {
      const uint v = x[w] & y[w];
      z[w] = v;
      n += popcount(v);
    }
  } else
    n = common(in_a, from, to, in_b, n_b, bitmap, out, false);
  counts[lane] = n;
  barrier(CLK_LOCAL_MEM_FENCE);

  if (lane == 0) {
    uint sum = 0;
    for (uint k = 0; k < lanes; k++) {
      const uint here = counts[k];
      counts[k] = sum;
      sum += here;
    }
    count[p] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!both && n > 0)
    common(in_a, from, to, in_b, n_b, bitmap, out + counts[lane], true);
}
