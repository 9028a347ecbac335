// Zero-knowledge proofs: one radix-4 stage (decimation in frequency, in place) of number-theoretic transforms modulo
// the Goldilocks prime 2^64 - 2^32 + 1; twiddles come from one table for all stages.
#define PRIME 0xffffffff00000001UL
#define EPSILON 0xffffffffUL  // 2^64 mod PRIME

ulong add_mod(ulong a, ulong b) {
  const ulong room = PRIME - b;
  return a >= room ? a - room : a + b;
}

ulong sub_mod(ulong a, ulong b) { return a >= b ? a - b : a + (PRIME - b); }

ulong mul_mod(ulong a, ulong b) {
  const ulong low = a * b, high = mul_hi(a, b);
  const ulong top = high >> 32, middle = (high & EPSILON) * EPSILON;
  ulong r = low - top;
  r = low < top ? r - EPSILON : r;
  ulong sum = r + middle;
  sum = sum < middle ? sum + EPSILON : sum;
  return sum >= PRIME ? sum - PRIME : sum;
}

kernel void ntt_radix4(global ulong *data, global const ulong *restrict twiddles, int log_quarter, int log_stride) {
  const int i = get_global_id(0);
  const int quarter = 1 << log_quarter, j = i & (quarter - 1);
  const int at = ((i >> log_quarter) << (log_quarter + 2)) + j;
  const int root = j << log_stride;

  const ulong a = data[at], b = data[at + quarter], c = data[at + 2 * quarter], d = data[at + 3 * quarter];
  const ulong ac = add_mod(a, c), bd = add_mod(b, d);
  const ulong a_c = sub_mod(a, c);
  const ulong b_d = mul_mod(sub_mod(b, d), 1UL << 48);  // 2^48 is a square root of -1
  data[at] = add_mod(ac, bd);
  data[at + quarter] = mul_mod(add_mod(a_c, b_d), twiddles[root]);
  data[at + 2 * quarter] = mul_mod(sub_mod(ac, bd), twiddles[2 * root]);
  data[at + 3 * quarter] = mul_mod(sub_mod(a_c, b_d), twiddles[3 * root]);
}
