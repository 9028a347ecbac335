// Detection networks: regions of interest pooled from maps of features to a fixed grid with bilinear samples, so many a
// side of each cell; axes: column and row of the grid, region and channel together.
typedef struct {
  int image;
  float x0, y0, x1, y1;
} Region;

kernel void roi_align(global const float *restrict features, global const Region *restrict regions,
                      global float *restrict out, int images, int channels, int height, int width, int ratio,
                      float scale) {
  const int px = get_global_id(0), py = get_global_id(1), plane = get_global_id(2);
  const int pw = get_global_size(0), ph = get_global_size(1);
  const int region = plane / channels, channel = plane % channels;
  const global Region *r = regions + region;
  const int image = clamp(r->image, 0, images - 1);
  const global float *map = features + (size_t)(image * channels + channel) * height * width;
  const float left = r->x0 * scale, top = r->y0 * scale;
  const float bw = fmax(r->x1 * scale - left, 1.0f) / (float)pw, bh = fmax(r->y1 * scale - top, 1.0f) / (float)ph;
  float sum = 0.0f;
  for (int v = 0; v < ratio; ++v) {
    const float y = top + ((float)py + ((float)v + 0.5f) / (float)ratio) * bh;
    for (int u = 0; u < ratio; ++u) {
      const float x = left + ((float)px + ((float)u + 0.5f) / (float)ratio) * bw;
      if (x < -1.0f || x > (float)width || y < -1.0f || y > (float)height) continue;
      const float cx = fmin(fmax(x, 0.0f), (float)(width - 1)), cy = fmin(fmax(y, 0.0f), (float)(height - 1));
      const int x0 = (int)cx, y0 = (int)cy;
      const int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
      const float fx = cx - (float)x0, fy = cy - (float)y0;
      sum += (1.0f - fy) * ((1.0f - fx) * map[y0 * width + x0] + fx * map[y0 * width + x1]) +
             fy * ((1.0f - fx) * map[y1 * width + x0] + fx * map[y1 * width + x1]);
    }
  }
  out[((size_t)plane * ph + py) * pw + px] = sum / (float)(ratio * ratio);
}
