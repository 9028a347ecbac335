// Graphics (samples of vendors): the first step of marching cubes: which of 256 cases a voxel is by its eight corners,
// and how many vertices that makes, from a table.
kernel void cubes_classify(global const uchar *restrict volume, global const uint *restrict vertices_of,
                           global uint *restrict vertices, global uint *restrict occupied, int nx, int ny, int nz,
                           float level) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int at = (z * ny + y) * nx + x, up = nx * ny;
  uint shape = volume[at] / 100.0f < level;
  shape |= (uint)(volume[at + 1] / 100.0f < level) << 1;
  shape |= (uint)(volume[at + nx + 1] / 100.0f < level) << 2;
  shape |= (uint)(volume[at + nx] / 100.0f < level) << 3;
  shape |= (uint)(volume[at + up] / 100.0f < level) << 4;
  shape |= (uint)(volume[at + up + 1] / 100.0f < level) << 5;
  shape |= (uint)(volume[at + up + nx + 1] / 100.0f < level) << 6;
  shape |= (uint)(volume[at + up + nx] / 100.0f < level) << 7;
  const uint n = vertices_of[shape];
  vertices[at] = n;
  occupied[at] = n > 0;
}
