// Two-point angular correlation (Parboil): each work-item holds one direction and goes over all of the second set; a
// bisection among descending cosines finds the bin, counted in local memory and added to the global counts at the end.
kernel void tpacf_bins(global const float *restrict x, global const float *restrict y, global const float *restrict z,
                       constant float *restrict edges, global int *restrict counts, local int *here, int first_count,
                       int second_count, int bins) {
  const int item = get_local_id(0), items = get_local_size(0), i = get_global_id(0);
  for (int b = item; b < bins; b += items) here[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < first_count) {
    const float px = x[i], py = y[i], pz = z[i];
    for (int j = 0; j < second_count; ++j) {
      const float cosine = px * x[j] + py * y[j] + pz * z[j];
      int low = 0, high = bins - 1;
      while (low < high) {
        const int middle = (low + high) / 2;
        if (cosine >= edges[middle])
          high = middle;
        else
          low = middle + 1;
      }
      atomic_inc(&here[low]);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = item; b < bins; b += items)
    if (here[b] > 0) atomic_add(&counts[b], here[b]);
}
