// A step of the fast Walsh-Hadamard transform in place (samples of vendors), a butterfly a work-item.
kernel void walsh_step(global float *values, int step) {
  const uint item = get_global_id(0), within = item % step, pair = 2 * step * (item / step) + within;
  const float a = values[pair], b = values[pair + step];
  values[pair] = a + b;
  values[pair + step] = a - b;
}
