// Radiation: photons through a slab by Monte Carlo, a photon after another a work-item, each step from a linear
// congruential generator; scattering after Henyey and Greenstein, absorption as a weight, an end when it leaves.
float draw(ulong *state) {
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return ((float)(uint)(*state >> 41) + 0.5f) * (1.0f / 8388608.0f);
}

kernel void photon_slab(global float *restrict reflected, global float *restrict passed, global float *restrict absorbed,
                        int items, int photons, int scatterings, float thickness, float albedo, float forward) {
  const int i = get_global_id(0);
  if (i >= items) return;
  ulong state = (ulong)i * 0x9e3779b97f4a7c15ul + 12345ul;
  float back = 0.0f, through = 0.0f, inside = 0.0f;
  for (int p = 0; p < photons; ++p) {
    float z = 0.0f, ux = 0.0f, uy = 0.0f, uz = 1.0f, weight = 1.0f;
    for (int s = 0; s < scatterings; ++s) {
      z -= uz * log(draw(&state));
      if (z < 0.0f) {
        back += weight;
        weight = 0.0f;
        break;
      }
      if (z > thickness) {
        through += weight;
        weight = 0.0f;
        break;
      }
      inside += weight * (1.0f - albedo);
      weight *= albedo;
      const float t = (1.0f - forward * forward) / (1.0f - forward + 2.0f * forward * draw(&state));
      const float cosine = clamp((1.0f + forward * forward - t * t) / (2.0f * forward), -1.0f, 1.0f);
      const float sine = sqrt(1.0f - cosine * cosine);
      const float turn = 6.2831853f * draw(&state);
      const float c = cos(turn) * sine, d = sin(turn) * sine;
      if (fabs(uz) > 0.9999f) {
        ux = c;
        uy = d;
        uz = uz > 0.0f ? cosine : -cosine;
      } else {
        const float flat = sqrt(1.0f - uz * uz), per = 1.0f / flat;
        const float vx = (ux * uz * c - uy * d) * per + ux * cosine, vy = (uy * uz * c + ux * d) * per + uy * cosine;
        uz = clamp(uz * cosine - c * flat, -1.0f, 1.0f);
        ux = vx;
        uy = vy;
      }
    }
    inside += weight;
  }
  reflected[i] = back;
  passed[i] = through;
  absorbed[i] = inside;
}
