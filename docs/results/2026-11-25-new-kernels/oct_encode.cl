// Graphics: packs unit normals (three floats each, without padding) into octahedral coordinates of 16 bits each.

kernel void oct_encode(global const float *restrict normals, global uint *restrict packed) {
  const int i = get_global_id(0);
  const float x = normals[3 * i], y = normals[3 * i + 1], z = normals[3 * i + 2];
  const float scale = 1.0f / fmax(fabs(x) + fabs(y) + fabs(z), 1e-20f);
  const float px = x * scale, py = y * scale;
  const float qx = z < 0.0f ? copysign(1.0f - fabs(py), px) : px;
  const float qy = z < 0.0f ? copysign(1.0f - fabs(px), py) : py;
  const int ix = (int)rint(clamp(qx, -1.0f, 1.0f) * 32767.0f), iy = (int)rint(clamp(qy, -1.0f, 1.0f) * 32767.0f);
  packed[i] = (uint)(ix & 0xffff) | (uint)(iy & 0xffff) << 16;
}
