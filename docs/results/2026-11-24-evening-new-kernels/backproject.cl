// Tomography: parallel-beam back-projection of filtered projections with linear interpolation, a pixel a
// work-item; directions by a recurrence of rotations.

kernel void backproject(global const float *restrict sinogram, global float *restrict image, int n, int detectors,
                        int angles, float step_cos, float step_sin) {
  const int px = get_global_id(0), py = get_global_id(1);
  const float x = px - 0.5f * (n - 1), y = py - 0.5f * (n - 1);
  const float middle = 0.5f * (detectors - 1);
  float c = 1.0f, s = 0.0f, sum = 0.0f;
  for (int k = 0; k < angles; ++k) {
    const float t = clamp(x * c + y * s + middle, 0.0f, detectors - 2.0f);
    const int bin = (int)t;
    const float part = t - bin;
    const float left = sinogram[k * detectors + bin], right = sinogram[k * detectors + bin + 1];
    sum += left + part * (right - left);
    const float turned = c * step_cos - s * step_sin;
    s = s * step_cos + c * step_sin;
    c = turned;
  }
  image[py * n + px] = sum * (3.14159265f / angles);
}
