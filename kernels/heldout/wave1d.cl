// Many short time steps of a string in private registers: 8 points a work-item, 32 steps, ends fixed.
#define POINTS 8
#define STEPS 32

__kernel void wave1d_private(__global const float *restrict start, __global float *restrict end,
                             float courant2) {
  const int base = get_global_id(0) * POINTS;
  float now[POINTS];
  float before[POINTS];
  for (int p = 0; p < POINTS; ++p) {
    now[p] = start[base + p];
    before[p] = now[p];
  }
  for (int s = 0; s < STEPS; ++s) {
    float left = now[0];
    for (int p = 1; p < POINTS - 1; ++p) {
      const float here = now[p];
      const float next = 2.0f * here - before[p] + courant2 * (left - 2.0f * here + now[p + 1]);
      left = here;
      before[p] = here;
      now[p] = next;
    }
  }
  for (int p = 0; p < POINTS; ++p) end[base + p] = now[p];
}
