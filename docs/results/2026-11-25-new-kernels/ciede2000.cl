// Colour differences of two images by the formula CIEDE2000: L*a*b* as float4 in, a float out.
#define TAU 6.28318531f

float hue(float b, float a) {
  const float h = atan2(b, a);
  return h < 0.0f ? h + TAU : h;
}

// sqrt(c^7 / (c^7 + 25^7))
float saturation(float c) {
  const float c2 = c * c, c4 = c2 * c2, c7 = c4 * c2 * c;
  return sqrt(c7 / (c7 + 6103515625.0f));
}

kernel void ciede2000(global const float4 *restrict left, global const float4 *restrict right,
                      global float *restrict difference) {
  const int i = get_global_id(0);
  const float4 p = left[i], q = right[i];
  const float raw = 0.5f * (sqrt(p.y * p.y + p.z * p.z) + sqrt(q.y * q.y + q.z * q.z));
  const float stretch = 1.0f + 0.5f * (1.0f - saturation(raw));
  const float pa = p.y * stretch, qa = q.y * stretch;
  const float pc = sqrt(pa * pa + p.z * p.z), qc = sqrt(qa * qa + q.z * q.z);
  const float ph = hue(p.z, pa), qh = hue(q.z, qa);

  const float turn = qh - ph, sum = ph + qh;
  const bool far = fabs(turn) > 0.5f * TAU;
  const float dh = far ? (turn > 0.0f ? turn - TAU : turn + TAU) : turn;
  const float h = 0.5f * (far ? (sum < TAU ? sum + TAU : sum - TAU) : sum);

  const float l = 0.5f * (p.x + q.x) - 50.0f, c = 0.5f * (pc + qc);
  const float t = 1.0f - 0.17f * cos(h - 0.523598776f) + 0.24f * cos(2.0f * h) + 0.32f * cos(3.0f * h + 0.104719755f) -
                  0.20f * cos(4.0f * h - 1.09955743f);
  const float bump = (h - 4.79965544f) * (1.0f / 0.436332313f);
  const float angle = 0.523598776f * exp(-bump * bump);
  const float sl = 1.0f + 0.015f * l * l / sqrt(20.0f + l * l);
  const float sc = 1.0f + 0.045f * c, sh = 1.0f + 0.015f * c * t;

  const float el = (q.x - p.x) / sl, ec = (qc - pc) / sc;
  const float eh = 2.0f * sqrt(pc * qc) * sin(0.5f * dh) / sh;
  const float mixed = -2.0f * saturation(c) * sin(2.0f * angle) * ec * eh;
  difference[i] = sqrt(fmax(el * el + ec * ec + eh * eh + mixed, 0.0f));
}
