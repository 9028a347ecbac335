// Kessler's warm-rain microphysics: autoconversion, accretion, fall of rain in
// as many substeps as its speed asks, saturation adjustment, evaporation.
// One work-item a column; fields are [level][column].
#define MAX_LEVELS 48
#define LV 2.5e6f
#define CP 1003.0f
#define PSL 1000.0f

static float fall_speed(float rain, float r, float root)
{
  return 36.34f * root * pow(rain * r, 0.1364f);
}

__kernel void kessler_column(__global const float *theta_in, __global const float *vapour_in,
                             __global const float *cloud_in, __global const float *rain_in,
                             __constant float *density, __constant float *exner, __constant float *height,
                             const int n_columns, const int n_levels, const float dt,
                             __global float *theta_out, __global float *vapour_out,
                             __global float *cloud_out, __global float *rain_out,
                             __global float *precipitation)
{
  const int i = get_global_id(0);
  if (i >= n_columns)
    return;
  float theta[MAX_LEVELS], qv[MAX_LEVELS], qc[MAX_LEVELS], qr[MAX_LEVELS], speed[MAX_LEVELS];
  float longest = dt;
  for (int k = 0; k < n_levels; k++) {
    const int at = k * n_columns + i;
    theta[k] = theta_in[at];
    qv[k] = vapour_in[at];
    qc[k] = cloud_in[at];
    qr[k] = rain_in[at];
    speed[k] = fall_speed(qr[k], 0.001f * density[k], sqrt(density[0] / density[k]));
    if (k + 1 < n_levels && speed[k] > 0.0f)
      longest = fmin(longest, 0.8f * (height[k + 1] - height[k]) / speed[k]);
  }
  const int substeps = (int)ceil(dt / longest);
  const float h = dt / substeps;
  float rained = 0.0f;

  for (int s = 0; s < substeps; s++) {
    rained += density[0] * qr[0] * speed[0] * 0.001f;
    float below = 0.001f * density[0] * qr[0] * speed[0];
    for (int k = 0; k < n_levels; k++) {
      const float r = 0.001f * density[k], pk = exner[k];
      float fallen;
      if (k + 1 < n_levels) {
        const float above = 0.001f * density[k + 1] * qr[k + 1] * speed[k + 1];
        fallen = h * (above - below) / (r * (height[k + 1] - height[k]));
        below = above;
      } else
        fallen = -h * qr[k] * speed[k] / (0.5f * (height[k] - height[k - 1]));

      const float made = qc[k] - (qc[k] - h * fmax(0.001f * (qc[k] - 0.001f), 0.0f)) /
                                   (1.0f + h * 2.2f * pow(qr[k], 0.875f));
      qc[k] = fmax(qc[k] - made, 0.0f);
      qr[k] = fmax(qr[k] + made + fallen, 0.0f);

      const float pc = 3.8f / (pow(pk, CP / 287.0f) * PSL);
      const float t = pk * theta[k];
      const float qs = pc * exp(17.27f * (t - 273.0f) / (t - 36.0f));
      const float excess = (qv[k] - qs) / (1.0f + qs * (4093.0f * LV / CP) / ((t - 36.0f) * (t - 36.0f)));
      float evaporated = 0.0f;
      if (qr[k] > 0.0f && qv[k] < qs) {
        const float wet = r * qr[k];
        evaporated = h * ((1.6f + 124.9f * pow(wet, 0.2046f)) * pow(wet, 0.525f)) /
                     (2.55e6f * pc / (3.8f * qs) + 5.4e5f) * ((qs - qv[k]) / (r * qs));
        evaporated = fmin(fmin(evaporated, fmax(-excess - qc[k], 0.0f)), qr[k]);
      }
      const float condensed = fmax(excess, -qc[k]);
      theta[k] += LV / (CP * pk) * (condensed - evaporated);
      qv[k] = fmax(qv[k] - condensed + evaporated, 0.0f);
      qc[k] += condensed;
      qr[k] -= evaporated;
    }
    if (s + 1 < substeps)
      for (int k = 0; k < n_levels; k++)
        speed[k] = fall_speed(qr[k], 0.001f * density[k], sqrt(density[0] / density[k]));
  }
  for (int k = 0; k < n_levels; k++) {
    const int at = k * n_columns + i;
    theta_out[at] = theta[k];
    vapour_out[at] = qv[k];
    cloud_out[at] = qc[k];
    rain_out[at] = qr[k];
  }
  precipitation[i] = rained / substeps;
}
