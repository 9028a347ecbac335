// Maxwell's equations on Yee's grid: the magnetic field half a step on, from the curl of the electric one, with a loss
// that varies; three components each in arrays of their own, in three axes.
kernel void yee_magnetic(global const float *restrict ex, global const float *restrict ey,
                         global const float *restrict ez, global float *restrict hx, global float *restrict hy,
                         global float *restrict hz, global const float *restrict loss, int nx, int ny, int nz, float c) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int at = (z * ny + y) * nx + x, right = at + 1, up = at + nx, deep = at + nx * ny;
  const float a = (1.0f - loss[at]) / (1.0f + loss[at]), b = c / (1.0f + loss[at]);
  hx[at] = a * hx[at] + b * ((ey[deep] - ey[at]) - (ez[up] - ez[at]));
  hy[at] = a * hy[at] + b * ((ez[right] - ez[at]) - (ex[deep] - ex[at]));
  hz[at] = a * hz[at] + b * ((ex[up] - ex[at]) - (ey[right] - ey[at]));
}
