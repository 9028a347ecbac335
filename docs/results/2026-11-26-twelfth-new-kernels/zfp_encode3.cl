// Fixed-rate zfp of a three-dimensional field of floats, a 4x4x4 block a
// work-item: block floating point, lifted transform, negabinary, then the bit
// planes with group testing.
__constant uchar order[64] = {
  0, 1, 4, 16, 20, 17, 5, 2, 8, 32, 21, 6, 18, 24, 9, 33,
  36, 3, 12, 48, 22, 25, 37, 40, 34, 10, 7, 19, 28, 13, 49, 52,
  41, 38, 26, 23, 29, 53, 11, 35, 44, 14, 50, 56, 42, 27, 39, 45,
  30, 54, 57, 60, 51, 15, 43, 46, 58, 61, 55, 31, 62, 59, 47, 63 };

static void lift(int *p, int step)
{
  int x = p[0], y = p[step], z = p[2 * step], w = p[3 * step];
  x += w; x >>= 1; w -= x;
  z += y; z >>= 1; y -= z;
  x += z; x >>= 1; z -= x;
  w += y; w >>= 1; y -= w;
  w += y >> 1; y -= w >> 1;
  p[0] = x; p[step] = y; p[2 * step] = z; p[3 * step] = w;
}

typedef struct {
  ulong bits;
  uint used;
  __global uint *to;
} stream_t;

static void put(stream_t *s, ulong value, uint n)   // n up to 32
{
  s->bits |= (value & ((1UL << n) - 1)) << s->used;
  s->used += n;
  if (s->used >= 32) {
    *s->to++ = (uint)s->bits;
    s->bits >>= 32;
    s->used -= 32;
  }
}

__kernel void zfp_encode3(__global const float *field, const int nx, const int ny, const int nz,
                          const int words, __global uint *stream)
{
  const int bx = get_global_id(0), by = get_global_id(1), bz = get_global_id(2);
  const int blocks_x = (nx + 3) / 4, blocks_y = (ny + 3) / 4;
  if (bx >= blocks_x || by >= blocks_y || 4 * bz >= nz)
    return;
  float value[64];
  float most = 0.0f;
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 4; i++) {
        const int x = min(4 * bx + i, nx - 1), y = min(4 * by + j, ny - 1), z = min(4 * bz + k, nz - 1);
        const float v = field[((size_t)z * ny + y) * nx + x];
        value[16 * k + 4 * j + i] = v;
        most = fmax(most, fabs(v));
      }

  stream_t s;
  s.bits = 0;
  s.used = 0;
  s.to = stream + ((size_t)(bz * blocks_y + by) * blocks_x + bx) * words;
  __global uint *end = s.to + words;
  if (most > 0.0f) {
    int exponent;
    frexp(most, &exponent);
    exponent = max(exponent, -126);
    put(&s, 2 * (exponent + 127) + 1, 9);
    int coefficient[64];
    for (int i = 0; i < 64; i++)
      coefficient[i] = (int)ldexp(value[i], 30 - exponent);
    for (int i = 0; i < 16; i++)
      lift(coefficient + 4 * i, 1);
    for (int k = 0; k < 4; k++)
      for (int i = 0; i < 4; i++)
        lift(coefficient + 16 * k + i, 4);
    for (int i = 0; i < 16; i++)
      lift(coefficient + i, 16);
    uint digit[64];
    for (int i = 0; i < 64; i++)
      digit[i] = ((uint)coefficient[order[i]] + 0xaaaaaaaau) ^ 0xaaaaaaaau;

    int bits = 32 * words - 9;
    uint n = 0;
    for (int plane = 31; bits > 0 && plane >= 0; plane--) {
      ulong x = 0;
      for (int i = 0; i < 64; i++)
        x |= (ulong)(digit[i] >> plane & 1) << i;
      const uint known = min(n, (uint)bits);
      bits -= known;
      if (known > 32) {
        put(&s, x, 32);
        put(&s, x >> 32, known - 32);
      } else
        put(&s, x, known);
      x = known < 64 ? x >> known : 0;
      while (n < 64 && bits > 0) {
        bits--;
        put(&s, x != 0, 1);
        if (x == 0)
          break;
        while (n < 63 && bits > 0) {
          bits--;
          put(&s, x & 1, 1);
          if (x & 1)
            break;
          x >>= 1;
          n++;
        }
        x >>= 1;
        n++;
      }
    }
  }
  while (s.to < end) {
    *s.to++ = (uint)s.bits;
    s.bits >>= 32;
  }
}
