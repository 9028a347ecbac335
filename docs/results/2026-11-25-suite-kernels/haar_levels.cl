// Wavelets (samples of vendors): all levels of a Haar transform of a stretch of the signal, twice as long as the
// work-group, in local memory; each level keeps half of the work-items busy.
kernel void haar_levels(global const float *restrict signal, global float *restrict details,
                        global float *restrict averages, local float *t) {
  const int item = get_local_id(0), items = get_local_size(0), group = get_group_id(0);
  const int start = group * 2 * items;
  t[item] = signal[start + item] * M_SQRT1_2_F;
  t[item + items] = signal[start + item + items] * M_SQRT1_2_F;
  barrier(CLK_LOCAL_MEM_FENCE);
  int from = start;
  for (int busy = items; busy > 0; busy >>= 1) {
    float a = 0.0f, b = 0.0f;
    if (item < busy) {
      a = t[2 * item];
      b = t[2 * item + 1];
      details[from + item] = (a - b) * M_SQRT1_2_F;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < busy) t[item] = (a + b) * M_SQRT1_2_F;
    barrier(CLK_LOCAL_MEM_FENCE);
    from += busy;
  }
  if (item == 0) averages[group] = t[0];
}
