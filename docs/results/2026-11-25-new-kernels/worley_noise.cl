// Procedural textures: cellular (Worley) noise in 2D, the distances to the nearest and the second nearest of the feature
// points that an integer hash puts into the 3x3 cells around a pixel.

uint cell_hash(int x, int y, uint seed) {
  uint h = (uint)x * 0x9e3779b1u ^ (uint)y * 0x85ebca77u ^ seed;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  return h ^ (h >> 15);
}

kernel void worley_noise(global float2 *restrict distances, int width, int seed, float scale, float jitter) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float px = x * scale, py = y * scale;
  const float fx = floor(px), fy = floor(py);
  float first = 8.0f, second = 8.0f;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      const uint h = cell_hash((int)fx + i, (int)fy + j, (uint)seed);
      const float dx = fx + i + 0.5f + jitter * ((h & 0xffff) * (1.0f / 65536.0f) - 0.5f) - px;
      const float dy = fy + j + 0.5f + jitter * ((h >> 16) * (1.0f / 65536.0f) - 0.5f) - py;
      const float d = dx * dx + dy * dy;
      second = fmin(second, fmax(first, d));
      first = fmin(first, d);
    }
  distances[y * width + x] = (float2)(sqrt(first), sqrt(second));
}
