// Images (samples of vendors): discrete cosine transforms of 8x8 blocks, a row and then a column of a block a work-item,
// through local memory with a padded pitch.
#define PITCH 9

void dct8(float *v) {
  const float c1 = 0.98078528f, c2 = 0.92387953f, c3 = 0.83146961f, c5 = 0.55557023f, c6 = 0.38268343f,
              c7 = 0.19509032f;
  const float s0 = v[0] + v[7], d0 = v[0] - v[7], s1 = v[1] + v[6], d1 = v[1] - v[6], s2 = v[2] + v[5],
              d2 = v[2] - v[5], s3 = v[3] + v[4], d3 = v[3] - v[4];
  const float a = s0 + s3, b = s1 + s2, c = s0 - s3, d = s1 - s2;
  v[0] = 0.35355339f * (a + b);
  v[4] = 0.35355339f * (a - b);
  v[2] = 0.5f * (c2 * c + c6 * d);
  v[6] = 0.5f * (c6 * c - c2 * d);
  v[1] = 0.5f * (c1 * d0 + c3 * d1 + c5 * d2 + c7 * d3);
  v[3] = 0.5f * (c3 * d0 - c7 * d1 - c1 * d2 - c5 * d3);
  v[5] = 0.5f * (c5 * d0 - c1 * d1 + c7 * d2 + c3 * d3);
  v[7] = 0.5f * (c7 * d0 - c5 * d1 + c3 * d2 - c1 * d3);
}

kernel __attribute__((reqd_work_group_size(8, 4, 2))) void dct8x8_rows(global const float *restrict in,
                                                                       global float *restrict out, int pitch) {
  local float t[2][4][8 * PITCH];
  const int k = get_local_id(0), bx = get_global_id(1), by = get_global_id(2);
  local float *block = t[get_local_id(2)][get_local_id(1)];
  float v[8];
  for (int i = 0; i < 8; ++i) v[i] = in[(by * 8 + i) * pitch + bx * 8 + k];
  dct8(v);
  for (int i = 0; i < 8; ++i) block[i * PITCH + k] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 8; ++i) v[i] = block[k * PITCH + i];
  dct8(v);
  for (int i = 0; i < 8; ++i) block[k * PITCH + i] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 8; ++i) out[(by * 8 + i) * pitch + bx * 8 + k] = block[i * PITCH + k];
}
