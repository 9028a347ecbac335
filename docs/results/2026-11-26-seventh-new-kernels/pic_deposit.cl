// Particles in cells: charge put down on the four nodes about each particle, as integers of fixed point by atomics, so
// that the order does not matter; particles leave on one side and come in on the other.
kernel void pic_deposit(global float2 *restrict places, global const float2 *restrict speeds,
                        global const uchar *restrict kinds, constant float *restrict charges, global int *restrict grid,
                        int count, int width, int height, float dt) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const float2 size = (float2)(width, height);
  float2 p = places[i] + dt * speeds[i];
  p -= size * floor(p / size);
  places[i] = p;
  const int x0 = clamp((int)p.x, 0, width - 1), y0 = clamp((int)p.y, 0, height - 1);
  const int x1 = x0 + 1 == width ? 0 : x0 + 1, y1 = y0 + 1 == height ? 0 : y0 + 1;
  const float fx = p.x - (float)x0, fy = p.y - (float)y0;
  const float q = charges[kinds[i] & 3] * 65536.0f;
  atomic_add(&grid[y0 * width + x0], convert_int_rte(q * (1.0f - fx) * (1.0f - fy)));
  atomic_add(&grid[y0 * width + x1], convert_int_rte(q * fx * (1.0f - fy)));
  atomic_add(&grid[y1 * width + x0], convert_int_rte(q * (1.0f - fx) * fy));
  atomic_add(&grid[y1 * width + x1], convert_int_rte(q * fx * fy));
}
