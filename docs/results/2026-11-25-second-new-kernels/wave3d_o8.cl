// Seismics: a time step of the acoustic wave equation in 3D, eighth order in space and second in time, the new field
// in place of the one before last; the present field has a halo of four cells, velocities (times the step, squared)
// vary.
constant float taps[5] = {-2.84722222f, 1.6f, -0.2f, 0.0253968254f, -0.00178571429f};

kernel void wave3d_o8(global const float *restrict now, global float *restrict last,
                      global const float *restrict speed2, int nx, int ny, float wx, float wy, float wz) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int row = nx + 8, plane = row * (ny + 8);
  const int at = (z + 4) * plane + (y + 4) * row + x + 4;
  const float centre = now[at];
  float lx = taps[0] * centre, ly = lx, lz = lx;
#pragma unroll
  for (int k = 1; k <= 4; ++k) {
    lx += taps[k] * (now[at - k] + now[at + k]);
    ly += taps[k] * (now[at - k * row] + now[at + k * row]);
    lz += taps[k] * (now[at - k * plane] + now[at + k * plane]);
  }
  const int i = (z * ny + y) * nx + x;
  last[i] = 2.0f * centre - last[i] + speed2[i] * (wx * lx + wy * ly + wz * lz);
}
