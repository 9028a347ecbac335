// Particle-in-cell plasma: fields gathered from the eight nodes of a particle's cell, a push by Boris and a move in the
// periodic unit box, a particle a work-item.

kernel void boris_push(global const float4 *restrict electric, global const float4 *restrict magnetic,
                       global float *restrict px, global float *restrict py, global float *restrict pz,
                       global float *restrict vx, global float *restrict vy, global float *restrict vz, int nx, int ny,
                       int nz, float charge, float step) {
  const int i = get_global_id(0);
  float4 p = (float4)(px[i], py[i], pz[i], 0.0f);
  float4 v = (float4)(vx[i], vy[i], vz[i], 0.0f);

  const float gx = fmin(fmax(p.x, 0.0f), 0.999999f) * (nx - 1);
  const float gy = fmin(fmax(p.y, 0.0f), 0.999999f) * (ny - 1);
  const float gz = fmin(fmax(p.z, 0.0f), 0.999999f) * (nz - 1);
  const int x = min((int)gx, nx - 2), y = min((int)gy, ny - 2), z = min((int)gz, nz - 2);
  const float fx = gx - x, fy = gy - y, fz = gz - z;
  const int corner = (z * ny + y) * nx + x;
  float4 e = (float4)(0.0f), b = (float4)(0.0f);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float wyz = ((k & 1) ? fy : 1.0f - fy) * ((k & 2) ? fz : 1.0f - fz);
    const int at = corner + (k & 1) * nx + (k >> 1) * nx * ny;
    e += wyz * ((1.0f - fx) * electric[at] + fx * electric[at + 1]);
    b += wyz * ((1.0f - fx) * magnetic[at] + fx * magnetic[at + 1]);
  }
  e.w = 0.0f;
  b.w = 0.0f;

  const float half_kick = 0.5f * charge * step;
  const float4 minus = v + half_kick * e;
  const float4 t = half_kick * b;
  const float4 s = t * (2.0f / (1.0f + dot(t, t)));
  const float4 prime = minus + cross(minus, t);
  v = minus + cross(prime, s) + half_kick * e;
  p += step * v;
  p -= floor(p);

  px[i] = p.x;
  py[i] = p.y;
  pz[i] = p.z;
  vx[i] = v.x;
  vy[i] = v.y;
  vz[i] = v.z;
}
