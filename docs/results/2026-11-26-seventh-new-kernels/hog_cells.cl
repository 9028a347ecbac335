// Histograms of oriented gradients: a cell of pixels a work-item; each gradient votes for the two nearest of nine
// directions, in a private histogram, normalised at the end.
kernel void hog_cells(global const uchar *restrict image, global float *restrict histograms, int width, int height,
                      int cell, int cells_x, int cells_y) {
  const int cx = get_global_id(0), cy = get_global_id(1);
  if (cx >= cells_x || cy >= cells_y) return;
  float votes[9];
  for (int b = 0; b < 9; ++b) votes[b] = 0.0f;
  for (int v = 0; v < cell; ++v) {
    const int y = min(cy * cell + v, height - 1);
    const int above = max(y - 1, 0) * width, below = min(y + 1, height - 1) * width;
    for (int u = 0; u < cell; ++u) {
      const int x = min(cx * cell + u, width - 1);
      const float gx = (float)image[y * width + min(x + 1, width - 1)] - (float)image[y * width + max(x - 1, 0)];
      const float gy = (float)image[below + x] - (float)image[above + x];
      const float size = hypot(gx, gy);
      float turn = atan2pi(gy, gx);
      if (turn < 0.0f) turn += 1.0f;
      const float place = turn * 9.0f - 0.5f;
      const float whole = floor(place);
      const int b0 = ((int)whole + 9) % 9, b1 = (b0 + 1) % 9;
      votes[b0] += size * (1.0f - (place - whole));
      votes[b1] += size * (place - whole);
    }
  }
  float norm = 1e-3f;
  for (int b = 0; b < 9; ++b) norm += votes[b] * votes[b];
  const float per = rsqrt(norm);
  for (int b = 0; b < 9; ++b) histograms[(b * cells_y + cy) * cells_x + cx] = fmin(votes[b] * per, 0.2f);
}
