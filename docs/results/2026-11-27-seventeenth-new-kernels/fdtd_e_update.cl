// Electromagnetics (Yee's FDTD): the electric half step on a 3-D grid, materials by a byte per cell. The new field goes
// to buffers of its own.
__kernel void fdtd_e_update(__global const float *restrict hx, __global const float *restrict hy,
                            __global const float *restrict hz, __global const float *restrict ex,
                            __global const float *restrict ey, __global const float *restrict ez,
                            __global const uchar *restrict material, __global const float2 *restrict media,
                            __global float *restrict ex_next, __global float *restrict ey_next,
                            __global float *restrict ez_next, int nx, int ny, int nz) {
  const int i = get_global_id(0), j = get_global_id(1), k = get_global_id(2);
  if (i >= nx || j >= ny || k >= nz)
    return;
  const int plane = nx * ny;
  const int at = k * plane + j * nx + i;
  float x = ex[at], y = ey[at], z = ez[at];
  if (i > 0 && j > 0 && k > 0) {
    const float2 m = media[material[at] & 7];
    const float hx0 = hx[at], hy0 = hy[at], hz0 = hz[at];
    x = m.x * x + m.y * ((hz0 - hz[at - nx]) - (hy0 - hy[at - plane]));
    y = m.x * y + m.y * ((hx0 - hx[at - plane]) - (hz0 - hz[at - 1]));
    z = m.x * z + m.y * ((hy0 - hy[at - 1]) - (hx0 - hx[at - nx]));
  }
  ex_next[at] = x;
  ey_next[at] = y;
  ez_next[at] = z;
}
