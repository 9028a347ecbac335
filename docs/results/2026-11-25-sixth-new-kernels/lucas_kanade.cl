// Optical flow after Lucas and Kanade (vendors' samples): a feature a work-item; the matrix of its window once, then
// steps of Newton with bilinear samples of the second frame until the step is small.
float sample(global const float *restrict image, float x, float y, int width, int height) {
  x = fmin(fmax(x, 0.0f), (float)(width - 1));
  y = fmin(fmax(y, 0.0f), (float)(height - 1));
  const int x0 = (int)x, y0 = (int)y;
  const int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
  const float fx = x - (float)x0, fy = y - (float)y0;
  return mix(mix(image[y0 * width + x0], image[y0 * width + x1], fx),
             mix(image[y1 * width + x0], image[y1 * width + x1], fx), fy);
}

kernel void lucas_kanade(global const float *restrict before, global const float *restrict after,
                         global const float2 *restrict features, global float2 *restrict flow,
                         global int *restrict spent, int count, int width, int height, int radius, int iterations,
                         float small) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const float2 p = features[i];
  float xx = 0.0f, xy = 0.0f, yy = 0.0f;
  for (int v = -radius; v <= radius; ++v)
    for (int u = -radius; u <= radius; ++u) {
      const float x = p.x + u, y = p.y + v;
      const float gx = 0.5f * (sample(before, x + 1.0f, y, width, height) - sample(before, x - 1.0f, y, width, height));
      const float gy = 0.5f * (sample(before, x, y + 1.0f, width, height) - sample(before, x, y - 1.0f, width, height));
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
    }
  const float determinant = xx * yy - xy * xy;
  float2 d = 0.0f;
  int k = 0;
  if (determinant > 1e-6f) {
    for (; k < iterations; ++k) {
      float bx = 0.0f, by = 0.0f;
      for (int v = -radius; v <= radius; ++v)
        for (int u = -radius; u <= radius; ++u) {
          const float x = p.x + u, y = p.y + v;
          const float gx = 0.5f * (sample(before, x + 1.0f, y, width, height) - sample(before, x - 1.0f, y, width, height));
          const float gy = 0.5f * (sample(before, x, y + 1.0f, width, height) - sample(before, x, y - 1.0f, width, height));
          const float dt = sample(before, x, y, width, height) - sample(after, x + d.x, y + d.y, width, height);
          bx += gx * dt;
          by += gy * dt;
        }
      const float2 step = (float2)(yy * bx - xy * by, xx * by - xy * bx) / determinant;
      d += step;
      if (dot(step, step) < small * small) break;
    }
  }
  flow[i] = d;
  spent[i] = k;
}
