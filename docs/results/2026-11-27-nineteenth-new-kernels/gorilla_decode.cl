// Time series database: decodes chunks of doubles compressed as by Gorilla (each value xored with the one before, only the
// meaningful bits stored) and aggregates each chunk: min, max, sum and last. One work-item a chunk.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct {
  __global const uint *words;
  ulong window;  // the next bits, the first one topmost
  int left;
} BitReader;

static inline ulong take(BitReader *r, int n) {  // 1 <= n <= 32
  if (r->left < n) {
    r->window |= (ulong)*r->words++ << (32 - r->left);
    r->left += 32;
  }
  const ulong v = r->window >> (64 - n);
  r->window <<= n;
  r->left -= n;
  return v;
}

static inline ulong take_long(BitReader *r, int n) {
  if (n <= 32)
    return take(r, n);
  const ulong high = take(r, n - 32);
  return (high << 32) | take(r, 32);
}

__kernel void gorilla_decode(__global const uint *stream, __global const uint *chunk_begin, __global const ushort *chunk_values,
                             __global double4 *summary, int chunks) {
  const int id = get_global_id(0);
  if (id >= chunks)
    return;

  BitReader r;
  r.words = stream + chunk_begin[id];
  r.window = 0;
  r.left = 0;

  ulong bits = take_long(&r, 64);
  int leading = 0, length = 64;
  double value = as_double(bits);
  double low = value, high = value, sum = value;

  const int n = chunk_values[id];
  for (int i = 1; i < n; ++i) {
    if (take(&r, 1)) {
      if (take(&r, 1)) {
        leading = (int)take(&r, 5);
        length = (int)take(&r, 6) + 1;
      }
      bits ^= take_long(&r, length) << (64 - leading - length);
      value = as_double(bits);
      low = fmin(low, value);
      high = fmax(high, value);
    }
    sum += value;
  }
  summary[id] = (double4)(low, high, sum, value);
}
