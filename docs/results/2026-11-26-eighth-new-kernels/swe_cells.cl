// Flood and tsunami models (Volna, ANUGA): shallow water on an unstructured mesh of triangles and quadrangles, first
// order. Each cell goes round its own sides (compressed lists), takes the HLL flux with hydrostatic reconstruction of the
// bed, then Manning's friction implicitly. Boundary sides have neighbour -1 and reflect.
typedef double real;

#define DRY 1e-4

kernel void swe_cells(global const int* side_start, global const int* side_cell, global const double2* side_normal,
                      global const real* side_length, global const real* area, global const real* bed,
                      global const real* H, global const real* HU, global const real* HV, global real* newH,
                      global real* newHU, global real* newHV, int cells, real dt, real gravity, real manning)
{
  int c = get_global_id(0);
  if (c < cells) {
    real h = H[c], zb = bed[c];
    real u = 0, v = 0;
    if (h > DRY) { u = HU[c] / h; v = HV[c] / h; }

    real rh = 0, rhu = 0, rhv = 0;
    for (int s = side_start[c]; s < side_start[c + 1]; s++) {
      double2 n = side_normal[s];
      real len = side_length[s];
      real un = u * n.x + v * n.y;
      real ut = v * n.x - u * n.y;
      int o = side_cell[s];
      real ho, uno, uto, zo;
      if (o >= 0) {
        ho = H[o];
        zo = bed[o];
        real uo = 0, vo = 0;
        if (ho > DRY) { uo = HU[o] / ho; vo = HV[o] / ho; }
        uno = uo * n.x + vo * n.y;
        uto = vo * n.x - uo * n.y;
      } else {
        ho = h; zo = zb; uno = -un; uto = ut;
      }
      real zmax = fmax(zb, zo);
      real hl = fmax(0.0, h + zb - zmax), hr = fmax(0.0, ho + zo - zmax);
      real f0 = 0, f1 = 0, f2 = 0;
      if (hl > DRY || hr > DRY) {
        real cl = sqrt(gravity * hl), cr = sqrt(gravity * hr);
        real sl = fmin(un - cl, uno - cr), sr = fmax(un + cl, uno + cr);
        real ql = hl * un, qr = hr * uno;
        real pl = ql * un + 0.5 * gravity * hl * hl, pr = qr * uno + 0.5 * gravity * hr * hr;
        if (sl >= 0) { f0 = ql; f1 = pl; }
        else if (sr <= 0) { f0 = qr; f1 = pr; }
        else {
          real d = 1 / (sr - sl);
          f0 = (sr * ql - sl * qr + sl * sr * (hr - hl)) * d;
          f1 = (sr * pl - sl * pr + sl * sr * (qr - ql)) * d;
        }
        f2 = f0 * (f0 > 0 ? ut : uto);
      }
      f1 += 0.5 * gravity * (h * h - hl * hl);
      rh += f0 * len;
      rhu += (f1 * n.x - f2 * n.y) * len;
      rhv += (f1 * n.y + f2 * n.x) * len;
    }

    real k = dt / area[c];
    real h1 = fmax(0.0, h - k * rh), hu1 = h * u - k * rhu, hv1 = h * v - k * rhv;
    if (h1 > DRY) {
      real drag = 1 + dt * gravity * manning * manning * hypot(hu1, hv1) / pow(h1, 7.0 / 3.0);
      hu1 /= drag;
      hv1 /= drag;
    } else {
      hu1 = 0; hv1 = 0;
    }
    newH[c] = h1;
    newHU[c] = hu1;
    newHV[c] = hv1;
  }
}
