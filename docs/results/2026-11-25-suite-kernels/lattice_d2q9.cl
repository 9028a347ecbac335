// Fluids: the lattice Boltzmann method, nine directions in the plane, double precision: a step of streaming (pulled)
// and collision, walls where the mask says so by bouncing back.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
constant int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant int dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constant int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constant double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

kernel void lattice_d2q9(global const double *restrict before, global double *restrict after,
                         global const uchar *restrict wall, int width, int height, double omega) {
  const int x = get_global_id(0), y = get_global_id(1), cells = width * height, at = y * width + x;
  double f[9], rho = 0.0, ux = 0.0, uy = 0.0;
  for (int k = 0; k < 9; ++k) {
    const int from_x = (x - dx[k] + width) % width, from_y = (y - dy[k] + height) % height;
    f[k] = before[k * cells + from_y * width + from_x];
    rho += f[k];
    ux += dx[k] * f[k];
    uy += dy[k] * f[k];
  }
  if (wall[at]) {
    for (int k = 0; k < 9; ++k) after[k * cells + at] = f[opposite[k]];
    return;
  }
  ux /= rho;
  uy /= rho;
  const double square = 1.5 * (ux * ux + uy * uy);
  for (int k = 0; k < 9; ++k) {
    const double along = 3.0 * (dx[k] * ux + dy[k] * uy);
    after[k * cells + at] = f[k] + omega * (weight[k] * rho * (1.0 + along + 0.5 * along * along - square) - f[k]);
  }
}
