// Images (samples of vendors): uniform noise upon four 8-bit channels, from Park and Miller's generator with a shuffled
// table (Numerical Recipes' ran1) in local memory.
#define TABLE 16

float uniform_number(int seed, local int *iv, int item) {
  int j, k, iy = 0;
  for (j = TABLE; j >= 0; --j) {
    k = seed / 127773;
    seed = 16807 * (seed - k * 127773) - 2836 * k;
    if (seed < 0) seed += 2147483647;
    if (j < TABLE) iv[TABLE * item + j] = seed;
    iy = seed;
  }
  k = seed / 127773;
  seed = 16807 * (seed - k * 127773) - 2836 * k;
  if (seed < 0) seed += 2147483647;
  j = iy / (1 + 2147483646 / TABLE);
  iy = iv[TABLE * item + j];
  return iy / 2147483647.0f;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void urng_noise(global const uchar4 *restrict in,
                                                                       global uchar4 *restrict out, int factor) {
  local int iv[TABLE * 64];
  const int at = get_global_id(0);
  const float4 pixel = convert_float4(in[at]);
  const float mean = (pixel.x + pixel.y + pixel.z + pixel.w) / 4.0f;
  const float noise = uniform_number(-(int)(mean + 1.0f) * (at + 1), iv, get_local_id(0)) - 0.55f;
  out[at] = convert_uchar4_sat(pixel + (float4)(noise * factor));
}
