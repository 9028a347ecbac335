// One stage of a bitonic sort: elements `distance` apart are put in order, ascending in every other
// block of `block` elements.
__kernel void bitonic_stage(__global float *restrict keys, int distance, int block) {
  const int t = get_global_id(0);
  const int low = t / distance * distance * 2 + t % distance;
  const float a = keys[low];
  const float b = keys[low + distance];
  const bool descending = (low / block) % 2 == 1;
  keys[low] = descending ? fmax(a, b) : fmin(a, b);
  keys[low + distance] = descending ? fmin(a, b) : fmax(a, b);
}
