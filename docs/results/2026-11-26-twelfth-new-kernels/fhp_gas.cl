// One step of the FHP lattice gas on a hexagonal grid, sixteen sites a work-item:
// bits 0 to 5 are particles going E, NE, NW, W, SW, SE, bit 7 marks a wall.
#define MARGIN 16

inline uchar16 turned(uchar16 s, uchar from, uchar16 to)
{
  return select(s, to, s == from);
}

__kernel void fhp_gas(__global const uchar *sites, __global const uchar *noise,
                      const int n_chunks, const int height, const int pitch, const uint step,
                      __global uchar *next, __global ushort *mass)
{
  const int chunk = get_global_id(0), y = get_global_id(1);
  if (chunk >= n_chunks || y >= height)
    return;
  const int odd = y & 1;
  __global const uchar *here = sites + y * pitch + MARGIN + 16 * chunk;
  __global const uchar *above = sites + (y == 0 ? height - 1 : y - 1) * pitch + MARGIN + 16 * chunk + odd;
  __global const uchar *below = sites + (y == height - 1 ? 0 : y + 1) * pitch + MARGIN + 16 * chunk + odd;

  const uchar16 own = vload16(0, here), wall = own & (uchar)0x80;
  uchar16 s = (vload16(0, here - 1) & (uchar)1) | (vload16(0, below - 1) & (uchar)2) |
              (vload16(0, below) & (uchar)4) | (vload16(0, here + 1) & (uchar)8) |
              (vload16(0, above) & (uchar)16) | (vload16(0, above - 1) & (uchar)32);

  const uint where = (uint)(y * 73 + chunk * 29) + step * 131;
  const uchar16 left = -(vload16(where & 1023, noise) & (uchar)1);
  uchar16 hit = s;
  hit = turned(hit, 9, (left & (uchar)18) | (~left & (uchar)36));
  hit = select(hit, (left & (uchar)36) | (~left & (uchar)9), s == (uchar)18);
  hit = select(hit, (left & (uchar)9) | (~left & (uchar)18), s == (uchar)36);
  hit = select(hit, (uchar16)42, s == (uchar)21);
  hit = select(hit, (uchar16)21, s == (uchar)42);
  const uchar16 back = (s & (uchar)7) << (uchar)3 | s >> (uchar)3;
  const uchar16 result = select(hit, back, wall != (uchar)0) | wall;
  vstore16(result, 0, next + y * pitch + MARGIN + 16 * chunk);

  uchar16 n = (result & (uchar)0x15) + (result >> (uchar)1 & (uchar)0x15);
  n = (n & (uchar)3) + (n >> (uchar)2 & (uchar)3) + (n >> (uchar)4 & (uchar)3);
  const uchar8 n8 = n.lo + n.hi;
  const uchar4 n4 = n8.lo + n8.hi;
  mass[y * n_chunks + chunk] = (ushort)(n4.x + n4.y + n4.z + n4.w);
}
