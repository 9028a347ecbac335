// One time step of the isotropic acoustic wave equation, 16th order in space (49 points), one point
// per work-item. Volumes are padded by RADIUS on every side; x is fastest.
#define RADIUS 8

__kernel void iso3dfd_naive(__global float *restrict next, __global const float *restrict now,
                            __global const float *restrict velocity2, __constant float *coef,
                            int nx, int ny) {
  const int row = nx + 2 * RADIUS;
  const int plane = row * (ny + 2 * RADIUS);
  const int at = ((int)get_global_id(2) + RADIUS) * plane + ((int)get_global_id(1) + RADIUS) * row +
                 (int)get_global_id(0) + RADIUS;
  float laplacian = coef[0] * now[at];
  #pragma unroll
  for (int r = 1; r <= RADIUS; ++r) {
    laplacian += coef[r] * (now[at - r] + now[at + r] + now[at - r * row] + now[at + r * row] +
                            now[at - r * plane] + now[at + r * plane]);
  }
  next[at] = 2.0f * now[at] - next[at] + velocity2[at] * laplacian;
}
