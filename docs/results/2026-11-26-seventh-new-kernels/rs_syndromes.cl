// Error correction: syndromes of Reed-Solomon words over GF(256) by Horner's rule with tables of logarithms; axes: the
// syndrome and the word; a word with any syndrome but zero is marked.
kernel void rs_syndromes(global const uchar *restrict words, constant uchar *restrict logs, constant uchar *restrict powers,
                         global uchar *restrict syndromes, global int *restrict bad, int length, int first) {
  const int s = get_global_id(0), word = get_global_id(1), count = get_global_size(0);
  const global uchar *w = words + (size_t)word * length;
  const int root = (first + s) % 255;
  uint sum = 0;
  for (int k = 0; k < length; ++k) {
    if (sum != 0) sum = powers[(logs[sum] + root) % 255];
    sum ^= w[k];
  }
  syndromes[(size_t)word * count + s] = (uchar)sum;
  if (sum != 0) atomic_or(&bad[word / 32], 1 << (word % 32));
}
