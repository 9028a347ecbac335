// 25 points: radius 4 in three dimensions, constant coefficients as arguments.
#define AT(dx, dy, dz) u[c + (dx) + (dy) * sy + (dz) * sz]
__kernel void stencil25(__global const float *restrict u, __global float *restrict v, int nx, int ny, int nz,
                        float c0, float c1, float c2, float c3, float c4) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 4 || x >= nx - 4 || y < 4 || y >= ny - 4 || z < 4 || z >= nz - 4) return;
  const int sy = nx, sz = nx * ny, c = z * sz + y * sy + x;
  v[c] = c0 * AT(0, 0, 0)
       + c1 * (AT(1, 0, 0) + AT(-1, 0, 0) + AT(0, 1, 0) + AT(0, -1, 0) + AT(0, 0, 1) + AT(0, 0, -1))
       + c2 * (AT(2, 0, 0) + AT(-2, 0, 0) + AT(0, 2, 0) + AT(0, -2, 0) + AT(0, 0, 2) + AT(0, 0, -2))
       + c3 * (AT(3, 0, 0) + AT(-3, 0, 0) + AT(0, 3, 0) + AT(0, -3, 0) + AT(0, 0, 3) + AT(0, 0, -3))
       + c4 * (AT(4, 0, 0) + AT(-4, 0, 0) + AT(0, 4, 0) + AT(0, -4, 0) + AT(0, 0, 4) + AT(0, 0, -4));
}
// 49 points: radius 8, a z-walk with a register queue over a padded volume.
#define R 8
__kernel void stencil49_walk(__global const float *restrict u, __global float *restrict v, __constant float *w, int nx, int ny, int nz) {
  const int pitch = nx + 2 * R, plane = pitch * (ny + 2 * R);
  int at = (get_global_id(1) + R) * pitch + get_global_id(0) + R;
  float q[2 * R + 1];
  for (int r = 0; r < 2 * R; ++r) q[r + 1] = u[at + r * plane];
  at += R * plane;
  for (int z = 0; z < nz; ++z, at += plane) {
    for (int r = 0; r < 2 * R; ++r) q[r] = q[r + 1];
    q[2 * R] = u[at + R * plane];
    float s = w[0] * q[R];
    for (int r = 1; r <= R; ++r)
      s += w[r] * (q[R - r] + q[R + r] + u[at - r] + u[at + r] + u[at - r * pitch] + u[at + r * pitch]);
    v[at] = s;
  }
}
// 49 points in a plane: a dense 7 x 7 box.
__kernel void stencil_box7(__global const float *restrict u, __global float *restrict v, __constant float *w, int n) {
  const int x = get_global_id(0) + 3, y = get_global_id(1) + 3;
  float s = 0.0f;
  #pragma unroll
  for (int dy = -3; dy <= 3; ++dy)
    #pragma unroll
    for (int dx = -3; dx <= 3; ++dx) s += w[(dy + 3) * 7 + dx + 3] * u[(y + dy) * n + x + dx];
  v[y * n + x] = s;
}
// Red-black Gauss-Seidel: half of the points a launch.
__kernel void red_black(__global float *u, __global const float *restrict f, int n, int colour, float h2) {
  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  if (((x + y) & 1) == colour && x < n - 1 && y < n - 1)
    u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] - h2 * f[y * n + x]);
}
// Periodic boundaries by modulo.
__kernel void life(__global const uchar *restrict in, __global uchar *restrict out, int w, int h) {
  const int x = get_global_id(0), y = get_global_id(1);
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) alive += in[((y + dy + h) % h) * w + (x + dx + w) % w];
  out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}
// Lattice Boltzmann D2Q9, structure of arrays, pull.
__constant int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float wt[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__kernel void lbm_d2q9(__global const float *restrict f, __global float *restrict g, int nx, int ny, float omega) {
  const int x = get_global_id(0), y = get_global_id(1), cells = nx * ny;
  if (x < 1 || x > nx - 2 || y < 1 || y > ny - 2) return;
  float p[9], rho = 0.0f, ux = 0.0f, uy = 0.0f;
  for (int q = 0; q < 9; ++q) {
    p[q] = f[q * cells + (y - ey[q]) * nx + x - ex[q]];
    rho += p[q];
    ux += p[q] * ex[q];
    uy += p[q] * ey[q];
  }
  ux /= rho;
  uy /= rho;
  for (int q = 0; q < 9; ++q) {
    const float eu = ex[q] * ux + ey[q] * uy;
    const float feq = wt[q] * rho * (1.0f + 3.0f * eu + 4.5f * eu * eu - 1.5f * (ux * ux + uy * uy));
    g[q * cells + y * nx + x] = p[q] - omega * (p[q] - feq);
  }
}
