// Poisson's equation in 2D, double precision: one half-sweep of red-black successive over-relaxation in place, a cell
// of the one colour a work-item; the grid has a border of one cell with the boundary values.

kernel void redblack_sor(global double *phi, global const double *restrict rhs, int nx, int colour, double cx,
                         double cy, double omega) {
  const int y = get_global_id(1) + 1;
  const int x = 2 * (int)get_global_id(0) + 1 + ((y + colour) & 1);
  const int row = nx + 2, at = y * row + x;
  const double old = phi[at];
  const double gauss_seidel =
      (cx * (phi[at - 1] + phi[at + 1]) + cy * (phi[at - row] + phi[at + row]) - rhs[at]) / (2.0 * (cx + cy));
  phi[at] = old + omega * (gauss_seidel - old);
}
