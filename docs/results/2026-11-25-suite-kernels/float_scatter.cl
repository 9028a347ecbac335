// Particles to a grid: charges added to the two nodes around each particle, floats by compare and exchange.
void add(volatile global float *at, float value) {
  union {
    uint word;
    float number;
  } old, now;
  do {
    old.number = *at;
    now.number = old.number + value;
  } while (atomic_cmpxchg((volatile global uint *)at, old.word, now.word) != old.word);
}

kernel void float_scatter(global const float2 *restrict particles, volatile global float *grid, int cells) {
  const float2 p = particles[get_global_id(0)];
  const float at = (p.x - floor(p.x)) * (cells - 1), base = floor(at);
  const int cell = min((int)base, cells - 2);
  add(&grid[cell], p.y * (1.0f - (at - base)));
  add(&grid[cell + 1], p.y * (at - base));
}
