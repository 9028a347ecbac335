// Large-eddy simulation: Smagorinsky eddy viscosity from the nine central differences of a velocity field in 3D;
// velocities carry a halo of one cell, the viscosity none.

kernel void smagorinsky(global const float *restrict u, global const float *restrict v,
                        global const float *restrict w, global float *restrict nu, int nx, int ny, float rdx,
                        float rdy, float rdz, float length2) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int row = nx + 2, plane = row * (ny + 2);
  const int at = (z + 1) * plane + (y + 1) * row + x + 1;

  const float ux = (u[at + 1] - u[at - 1]) * rdx;
  const float uy = (u[at + row] - u[at - row]) * rdy;
  const float uz = (u[at + plane] - u[at - plane]) * rdz;
  const float vx = (v[at + 1] - v[at - 1]) * rdx;
  const float vy = (v[at + row] - v[at - row]) * rdy;
  const float vz = (v[at + plane] - v[at - plane]) * rdz;
  const float wx = (w[at + 1] - w[at - 1]) * rdx;
  const float wy = (w[at + row] - w[at - row]) * rdy;
  const float wz = (w[at + plane] - w[at - plane]) * rdz;

  const float xy = uy + vx, xz = uz + wx, yz = vz + wy;
  const float strain2 = 2.0f * (ux * ux + vy * vy + wz * wz) + xy * xy + xz * xz + yz * yz;
  nu[(z * ny + y) * nx + x] = length2 * sqrt(strain2);
}
