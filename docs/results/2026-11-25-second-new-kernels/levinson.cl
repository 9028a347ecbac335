// Speech coding: linear prediction of order 12 by the Levinson-Durbin recursion, a frame a work-item with its lags
// and coefficients in private memory; the frames are the fastest dimension.
#define ORDER 12

kernel void levinson(global const float *restrict lags, global float *restrict prediction, int frames,
                     float floor_power, float whitening) {
  const int i = get_global_id(0);
  float r[ORDER + 1], a[ORDER + 1];
  for (int k = 0; k <= ORDER; ++k) r[k] = lags[k * frames + i];
  float error = fabs(r[0]) * whitening + floor_power;
  a[0] = 1.0f;
  for (int m = 1; m <= ORDER; ++m) {
    float sum = r[m];
    for (int j = 1; j < m; ++j) sum += a[j] * r[m - j];
    const float reflection = -sum / error;
    for (int j = 1; j <= m / 2; ++j) {
      const float front = a[j], back = a[m - j];
      a[j] = front + reflection * back;
      a[m - j] = back + reflection * front;
    }
    a[m] = reflection;
    error *= 1.0f - reflection * reflection;
  }
  prediction[i] = error;
  for (int k = 1; k <= ORDER; ++k) prediction[k * frames + i] = a[k];
}
