// Tracking of a heart's wall (Rodinia): normalised cross-correlation of a small template against each place of a frame of
// bytes; sums in integers, one square root and one division at the end.
kernel void ncc_template(global const uchar *restrict frame, global const uchar *restrict pattern,
                         global float *restrict score, int width, int height, int tw, int th) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int across = width - tw + 1, down = height - th + 1;
  if (x >= across || y >= down) return;
  int sf = 0, st = 0, sff = 0, stt = 0, sft = 0;
  for (int v = 0; v < th; ++v)
    for (int u = 0; u < tw; ++u) {
      const int f = frame[(y + v) * width + x + u], t = pattern[v * tw + u];
      sf += f;
      st += t;
      sff += f * f;
      stt += t * t;
      sft += f * t;
    }
  const float per = 1.0f / (float)(tw * th);
  const float cross = (float)sft - (float)sf * (float)st * per;
  const float vf = (float)sff - (float)sf * (float)sf * per, vt = (float)stt - (float)st * (float)st * per;
  const float below = sqrt(fmax(vf * vt, 0.0f));
  score[y * across + x] = below > 1e-6f ? cross / below : 0.0f;
}
