// One compare-exchange stage; partners by XOR, each pair handled by its lower end.
__kernel void bitonic_xor(__global float *data, int j, int k) {
  const int i = get_global_id(0);
  const int partner = i ^ j;
  if (partner > i) {
    const float a = data[i], b = data[partner];
    const bool up = (i & k) == 0;
    data[i] = up ? fmin(a, b) : fmax(a, b);
    data[partner] = up ? fmax(a, b) : fmin(a, b);
  }
}
// The same with half as many work-items and no partner test.
__kernel void bitonic_pairs(__global int *data, uint stride, uint size) {
  const uint t = get_global_id(0);
  const uint lo = 2 * t - (t & (stride - 1)), hi = lo + stride;
  const int a = data[lo], b = data[hi];
  const int flip = (t & (size / 2)) != 0;
  data[lo] = flip ? max(a, b) : min(a, b);
  data[hi] = flip ? min(a, b) : max(a, b);
}
// A whole block sorted in local memory: two nested power-of-two loops.
#define LEN 32
__kernel __attribute__((reqd_work_group_size(LEN / 2, 1, 1)))
void bitonic_local(__global uint *keys) {
  __local uint t[LEN];
  const uint l = get_local_id(0), base = get_group_id(0) * LEN;
  t[l] = keys[base + l];
  t[l + LEN / 2] = keys[base + l + LEN / 2];
  for (uint size = 2; size <= LEN; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint pos = 2 * l - (l & (stride - 1));
      const uint a = t[pos], b = t[pos + stride];
      const bool swap = (a > b) == ((l & (size / 2)) == 0);
      t[pos] = swap ? b : a;
      t[pos + stride] = swap ? a : b;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[base + l] = t[l];
  keys[base + l + LEN / 2] = t[l + LEN / 2];
}
