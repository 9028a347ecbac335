// Savitzky-Golay smoothing of chromatograms, a row a second dimension: 21 coefficients, reflected at both ends, a tile
// of samples with its halo in local memory.
#define HALF 10
#define ITEMS 64
kernel void savgol_rows(global const float *restrict samples, constant const float *restrict coefficients,
                        global float *restrict smooth, int length) {
  local float tile[ITEMS + 2 * HALF];
  const int row = get_global_id(1), lane = get_local_id(0), first = get_group_id(0) * ITEMS - HALF;
  global const float *line = samples + row * length;
  for (int i = lane; i < ITEMS + 2 * HALF; i += ITEMS) {
    int at = first + i;
    at = at < 0 ? -at : at;
    at = at >= length ? 2 * (length - 1) - at : at;
    tile[i] = line[clamp(at, 0, length - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k <= 2 * HALF; ++k)
    sum = fma(coefficients[k], tile[lane + k], sum);
  if (first + HALF + lane < length)
    smooth[row * length + first + HALF + lane] = sum;
}
