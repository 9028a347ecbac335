// Statistical physics on a lattice: a half sweep of Metropolis for the 3D Ising model on a checkerboard, the colours in
// arrays of their own, random numbers by Philox 4x32-10, four spins along z a work-item.

kernel void ising3d_philox(global char *restrict spins, global const char *restrict others,
                           global const uint *restrict accept, int colour, int sweep, int seed) {
  const int i = get_global_id(0), y = get_global_id(1), z0 = 4 * get_global_id(2);
  const int hx = get_global_size(0), ny = get_global_size(1), nz = 4 * get_global_size(2);

  uint c0 = i, c1 = y, c2 = z0, c3 = sweep, k0 = seed, k1 = 0xcafe;
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const uint h0 = mul_hi(0xd2511f53u, c0), l0 = 0xd2511f53u * c0;
    const uint h1 = mul_hi(0xcd9e8d57u, c2), l1 = 0xcd9e8d57u * c2;
    c0 = h1 ^ c1 ^ k0;
    c1 = l1;
    c2 = h0 ^ c3 ^ k1;
    c3 = l0;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  const uint random[4] = {c0, c1, c2, c3};

  const int north = y + 1 < ny ? y + 1 : 0, south = y > 0 ? y - 1 : ny - 1;
  const int east = i + 1 < hx ? i + 1 : 0, west = i > 0 ? i - 1 : hx - 1;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int z = z0 + k, above = z + 1 < nz ? z + 1 : 0, below = z > 0 ? z - 1 : nz - 1;
    const int side = ((y + z + colour) & 1) ? east : west;
    const int at = (z * ny + y) * hx + i;
    const int flat = (others[at] & 1) + (others[(z * ny + y) * hx + side] & 1) +
                     (others[(z * ny + north) * hx + i] & 1) + (others[(z * ny + south) * hx + i] & 1);
    const int ones = flat + (others[(above * ny + y) * hx + i] & 1) + (others[(below * ny + y) * hx + i] & 1);
    const int spin = spins[at] & 1;
    const int alike = spin ? ones : 6 - ones;
    spins[at] = (char)(random[k] < accept[alike] ? 1 - spin : spin);
  }
}
