// Numbers: Miller and Rabin's test of odd numbers with three bases, powers by squaring, 64-bit products and remainders.
kernel void primes_powers(global uchar *restrict prime, uint first) {
  const int i = get_global_id(0);
  const uint n = first + 2 * i;
  const uint shift = 31 - clz((n - 1) & -(n - 1)), odd = (n - 1) >> shift;
  bool good = true;
  for (uint base = 2; base <= 5 && good; base += base == 2 ? 1 : 2) {
    ulong power = 1, square = base;
    for (uint e = odd; e; e >>= 1) {
      if (e & 1) power = power * square % n;
      square = square * square % n;
    }
    if (power == 1 || power == n - 1) continue;
    uint k = 1;
    for (; k < shift; ++k) {
      power = power * power % n;
      if (power == n - 1) break;
    }
    good = k < shift;
  }
  prime[i] = good;
}
