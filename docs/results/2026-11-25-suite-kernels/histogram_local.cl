// Histograms (samples of vendors): 256 bins of bytes that come four at a time, by atomics in local memory, and the bins
// of all work-groups added by atomics in global memory.
kernel void histogram_local(global const uint *restrict words, global uint *restrict bins, int count) {
  local uint t[256];
  for (int k = get_local_id(0); k < 256; k += get_local_size(0)) t[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    const uint w = words[i];
    atomic_inc(&t[w & 255u]);
    atomic_inc(&t[w >> 8 & 255u]);
    atomic_inc(&t[w >> 16 & 255u]);
    atomic_inc(&t[w >> 24]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_local_id(0); k < 256; k += get_local_size(0))
    if (t[k]) atomic_add(&bins[k], t[k]);
}
