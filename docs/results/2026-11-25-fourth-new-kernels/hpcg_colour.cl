// Sparse solvers (HPCG): one colour of eight of a Gauss-Seidel step for the 27-point matrix of a regular grid, matrix
// and right side in the order of the colour, the unknowns in that of the grid; a row a work-item of a 3-D range.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void hpcg_colour(global const double *restrict matrix, global const double *restrict right,
                        global double *restrict unknowns, int nx, int ny, int nz, int colour) {
  const int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
  const int ox = colour & 1, oy = colour >> 1 & 1, oz = colour >> 2;
  const int rows_x = (nx - ox + 1) / 2, rows_y = (ny - oy + 1) / 2, rows_z = (nz - oz + 1) / 2;
  if (i >= rows_x || j >= rows_y || k >= rows_z) return;
  const int row = (k * rows_y + j) * rows_x + i, rows = rows_x * rows_y * rows_z;
  const int x = 2 * i + ox, y = 2 * j + oy, z = 2 * k + oz;

  double sum = right[row];
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy) {
      if (z + dz < 0 || z + dz >= nz || y + dy < 0 || y + dy >= ny) continue;
      global const double *entry = matrix + ((dz + 1) * 3 + dy + 1) * 3 * rows + row;
      const int at = ((z + dz) * ny + y + dy) * nx + x;
      if (x > 0) sum -= entry[0] * unknowns[at - 1];
      if (dz != 0 || dy != 0) sum -= entry[rows] * unknowns[at];
      if (x + 1 < nx) sum -= entry[2 * rows] * unknowns[at + 1];
    }
  unknowns[(z * ny + y) * nx + x] = sum / matrix[13 * rows + row];
}
