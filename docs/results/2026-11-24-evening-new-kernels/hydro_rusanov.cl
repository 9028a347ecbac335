// One first-order finite-volume step of the compressible Euler equations in 2D: Rusanov fluxes on four faces,
// periodic in both directions, four fields in arrays of their own.

typedef struct {
  float rho, mx, my, en;
} Cell;

Cell load_cell(global const float *rho, global const float *mx, global const float *my, global const float *en, int i) {
  Cell c;
  c.rho = rho[i];
  c.mx = mx[i];
  c.my = my[i];
  c.en = en[i];
  return c;
}

float pressure(Cell c) {
  return fmax(0.4f * (c.en - 0.5f * (c.mx * c.mx + c.my * c.my) / c.rho), 1e-6f);
}

// The flux through a face whose normal is x; for y the caller swaps the momenta.
Cell face_flux(Cell l, Cell r) {
  const float pl = pressure(l), pr = pressure(r);
  const float ul = l.mx / l.rho, ur = r.mx / r.rho;
  const float cl = sqrt(fabs(1.4f * pl / l.rho)), cr = sqrt(fabs(1.4f * pr / r.rho));
  const float speed = fmax(fabs(ul) + cl, fabs(ur) + cr);
  Cell f;
  f.rho = 0.5f * (l.mx + r.mx - speed * (r.rho - l.rho));
  f.mx = 0.5f * (l.mx * ul + pl + r.mx * ur + pr - speed * (r.mx - l.mx));
  f.my = 0.5f * (l.my * ul + r.my * ur - speed * (r.my - l.my));
  f.en = 0.5f * ((l.en + pl) * ul + (r.en + pr) * ur - speed * (r.en - l.en));
  return f;
}

Cell swapped(Cell c) {
  const float t = c.mx;
  c.mx = c.my;
  c.my = t;
  return c;
}

kernel void hydro_rusanov(global const float *restrict rho, global const float *restrict mx,
                          global const float *restrict my, global const float *restrict en,
                          global float *restrict rho_new, global float *restrict mx_new,
                          global float *restrict my_new, global float *restrict en_new, int nx, int ny,
                          float dt_dx) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int west = x == 0 ? nx - 1 : x - 1, east = x == nx - 1 ? 0 : x + 1;
  const int south = y == 0 ? ny - 1 : y - 1, north = y == ny - 1 ? 0 : y + 1;
  const int here = y * nx + x;

  const Cell c = load_cell(rho, mx, my, en, here);
  const Cell w = load_cell(rho, mx, my, en, y * nx + west);
  const Cell e = load_cell(rho, mx, my, en, y * nx + east);
  const Cell s = load_cell(rho, mx, my, en, south * nx + x);
  const Cell n = load_cell(rho, mx, my, en, north * nx + x);

  const Cell fw = face_flux(w, c), fe = face_flux(c, e);
  const Cell fs = swapped(face_flux(swapped(s), swapped(c)));
  const Cell fn = swapped(face_flux(swapped(c), swapped(n)));

  rho_new[here] = c.rho - dt_dx * (fe.rho - fw.rho + fn.rho - fs.rho);
  mx_new[here] = c.mx - dt_dx * (fe.mx - fw.mx + fn.mx - fs.mx);
  my_new[here] = c.my - dt_dx * (fe.my - fw.my + fn.my - fs.my);
  en_new[here] = c.en - dt_dx * (fe.en - fw.en + fn.en - fs.en);
}
