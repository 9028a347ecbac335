// Distance transform after Felzenszwalb and Huttenlocher: the lower envelope of the parabolas of a column, a column a
// work-item; places and borders of the parabolas lie in scratch arrays.
kernel void edt_columns(global const float *restrict cost, global float *restrict distance2, global int *restrict places,
                        global float *restrict borders, int width, int height) {
  const int x = get_global_id(0);
  if (x >= width) return;
  int last = 0;
  places[x] = 0;
  borders[x] = -1e20f;
  for (int q = 1; q < height; ++q) {
    const float fq = cost[q * width + x] + (float)(q * q);
    float s = 0.0f;
    while (true) {
      const int p = places[last * width + x];
      s = (fq - (cost[p * width + x] + (float)(p * p))) / (float)(2 * (q - p));
      if (last == 0 || s > borders[last * width + x]) break;
      --last;
    }
    ++last;
    places[last * width + x] = q;
    borders[last * width + x] = s;
  }
  int k = 0;
  for (int q = 0; q < height; ++q) {
    while (k < last && borders[(k + 1) * width + x] < (float)q) ++k;
    const int p = places[k * width + x];
    distance2[q * width + x] = (float)((q - p) * (q - p)) + cost[p * width + x];
  }
}
