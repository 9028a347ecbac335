#define BINS 32
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void histogram_local(__global const uchar *restrict data, __global uint *restrict bins, uint n) {
  __local uint h[BINS];
  for (uint b = get_local_id(0); b < BINS; b += get_local_size(0)) h[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&h[data[i] >> 3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = get_local_id(0); b < BINS; b += get_local_size(0)) atomic_add(&bins[b], h[b]);
}
__kernel void histogram_global(__global const uint *restrict data, volatile __global uint *restrict bins, uint n, uint shift) {
  const uint i = get_global_id(0);
  if (i < n) atomic_add(bins + ((data[i] >> shift) & 15u), 1u);
}
// No atomics: a private row of counters per work-item, merged by another kernel.
__kernel void histogram_rows(__global const uchar *restrict data, __global uint *restrict rows, int per_item) {
  const int g = get_global_id(0);
  uint count[16];
  for (int b = 0; b < 16; ++b) count[b] = 0;
  for (int i = 0; i < per_item; ++i) count[data[g * per_item + i] & 15]++;
  for (int b = 0; b < 16; ++b) rows[g * 16 + b] = count[b];
}
