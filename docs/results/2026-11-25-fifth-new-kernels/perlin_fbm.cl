// Procedural textures: gradient noise in three dimensions, its lattice's gradients from a hash in place of a table,
// octaves added; the height and its darkening by slope.
uint lattice(int x, int y, int z) {
  uint h = (uint)x * 0x8da6b343u ^ (uint)y * 0xd8163841u ^ (uint)z * 0xcb1ab31fu;
  h ^= h >> 13;
  h *= 0x5bd1e995u;
  return h ^ h >> 15;
}

float slope(uint h, float x, float y, float z) {
  const uint kind = h & 15u;
  const float u = kind < 8u ? x : y;
  const float v = kind < 4u ? y : (kind == 12u || kind == 14u ? x : z);
  return ((kind & 1u) ? -u : u) + ((kind & 2u) ? -v : v);
}

float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

float noise3(float px, float py, float pz) {
  const float bx = floor(px), by = floor(py), bz = floor(pz);
  const int ix = (int)bx, iy = (int)by, iz = (int)bz;
  const float x = px - bx, y = py - by, z = pz - bz;
  const float u = fade(x), v = fade(y), w = fade(z);
  const float near0 = mix(slope(lattice(ix, iy, iz), x, y, z), slope(lattice(ix + 1, iy, iz), x - 1.0f, y, z), u);
  const float near1 =
      mix(slope(lattice(ix, iy + 1, iz), x, y - 1.0f, z), slope(lattice(ix + 1, iy + 1, iz), x - 1.0f, y - 1.0f, z), u);
  const float far0 =
      mix(slope(lattice(ix, iy, iz + 1), x, y, z - 1.0f), slope(lattice(ix + 1, iy, iz + 1), x - 1.0f, y, z - 1.0f), u);
  const float far1 = mix(slope(lattice(ix, iy + 1, iz + 1), x, y - 1.0f, z - 1.0f),
                         slope(lattice(ix + 1, iy + 1, iz + 1), x - 1.0f, y - 1.0f, z - 1.0f), u);
  return mix(mix(near0, near1, v), mix(far0, far1, v), w);
}

kernel void perlin_fbm(global float *restrict texture, int width, int height, int octaves, float scale, float gain,
                       float time) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float frequency = scale, amplitude = 1.0f, sum = 0.0f;
  for (int o = 0; o < octaves; ++o) {
    sum += amplitude * noise3((float)x * frequency, (float)y * frequency, time + (float)o * 7.3f);
    frequency *= 2.03f;
    amplitude *= gain;
  }
  texture[y * width + x] = 0.5f + 0.5f * sum;
}
