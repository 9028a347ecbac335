// Gridding for magnetic resonance (Parboil): each cell of the grid gathers the samples of the nine bins about it,
// weighted by a Kaiser-Bessel window of their distance (a polynomial for the Bessel function).
typedef struct {
  float kx, ky, re, im, density;
} Sample;

float window(float d2, float per_cut2) {
  const float s = 1.0f - d2 * per_cut2;
  const float t = s * 5.4f;
  return 1.0f + t * (3.5156229f + t * (3.0899424f + t * (1.2067492f + t * (0.2659732f + t * 0.0360768f))));
}

kernel void kaiser_grid(global const Sample *restrict samples, global const int *restrict first,
                        global float2 *restrict grid, global float *restrict weights, int width, int height, int bin,
                        int bins_x, int bins_y, int count, float cut) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const int bx = x / bin, by = y / bin;
  const float cut2 = cut * cut, per_cut2 = 1.0f / cut2;
  float2 sum = 0.0f;
  float total = 0.0f;
  for (int v = max(by - 1, 0); v <= min(by + 1, bins_y - 1); ++v)
    for (int u = max(bx - 1, 0); u <= min(bx + 1, bins_x - 1); ++u) {
      const int b = v * bins_x + u;
      const int from = clamp(first[b], 0, count), to = clamp(first[b + 1], 0, count);
      for (int s = from; s < to; ++s) {
        const float dx = samples[s].kx - (float)x, dy = samples[s].ky - (float)y;
        const float d2 = dx * dx + dy * dy;
        if (d2 < cut2) {
          const float w = window(d2, per_cut2) * samples[s].density;
          sum.x += w * samples[s].re;
          sum.y += w * samples[s].im;
          total += w;
        }
      }
    }
  grid[y * width + x] = sum;
  weights[y * width + x] = total;
}
