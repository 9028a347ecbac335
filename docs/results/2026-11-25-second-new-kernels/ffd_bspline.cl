// Medical imaging: the displacement field of a free-form deformation, cubic B-splines on a coarse grid of control
// points (float4, the fourth unused), 4x4x4 of them for each voxel.

float4 basis(float t) {
  const float u = 1.0f - t, t2 = t * t, t3 = t2 * t;
  return (float4)(u * u * u, 3.0f * t3 - 6.0f * t2 + 4.0f, 3.0f * (t2 - t3 + t) + 1.0f, t3) * (1.0f / 6.0f);
}

kernel void ffd_bspline(global const float4 *restrict control, global float4 *restrict displacement, int nx, int ny,
                        int cx, int cy, int spacing) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int gx = x / spacing, gy = y / spacing, gz = z / spacing;
  const float scale = 1.0f / spacing;
  const float4 bx = basis((x - gx * spacing) * scale);
  const float4 by = basis((y - gy * spacing) * scale);
  const float4 bz = basis((z - gz * spacing) * scale);
  const float wy[4] = {by.x, by.y, by.z, by.w}, wz[4] = {bz.x, bz.y, bz.z, bz.w};

  float4 sum = (float4)(0.0f);
  for (int k = 0; k < 4; ++k) {
    float4 slice = (float4)(0.0f);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      global const float4 *line = control + ((gz + k) * cy + gy + j) * cx + gx;
      slice += wy[j] * (bx.x * line[0] + bx.y * line[1] + bx.z * line[2] + bx.w * line[3]);
    }
    sum += wz[k] * slice;
  }
  displacement[(z * ny + y) * nx + x] = sum;
}
