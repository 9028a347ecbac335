// Lattice gauge theory: the hopping term of staggered fermions on a periodic 4D lattice, a site a work-item;
// links are complex 3x3 matrices, every component contiguous over sites.

float2 mul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

float2 mul_conj(float2 a, float2 b) { return (float2)(a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x); }

kernel void su3_hop(global const float2 *restrict links, global const float2 *restrict psi,
                    global float2 *restrict out, int nx, int ny, int nz, int nt, float mass) {
  const int site = get_global_id(0);
  const int volume = nx * ny * nz * nt;
  int rest = site;
  int at[4];
  const int length[4] = {nx, ny, nz, nt};
  const int stride[4] = {1, nx, nx * ny, nx * ny * nz};
  for (int mu = 0; mu < 4; ++mu) {
    at[mu] = rest % length[mu];
    rest /= length[mu];
  }

  float2 sum[3];
  for (int r = 0; r < 3; ++r) sum[r] = 2.0f * mass * psi[r * volume + site];

#pragma unroll
  for (int mu = 0; mu < 4; ++mu) {
    const int wrap = (length[mu] - 1) * stride[mu];
    const int ahead = at[mu] == length[mu] - 1 ? site - wrap : site + stride[mu];
    const int behind = at[mu] == 0 ? site + wrap : site - stride[mu];
    for (int c = 0; c < 3; ++c) {
      const float2 forward = psi[c * volume + ahead];
      for (int r = 0; r < 3; ++r) sum[r] += mul(links[((mu * 3 + r) * 3 + c) * volume + site], forward);
    }
    for (int c = 0; c < 3; ++c) {
      const float2 backward = psi[c * volume + behind];
      for (int r = 0; r < 3; ++r)
        sum[r] -= mul_conj(links[((mu * 3 + c) * 3 + r) * volume + behind], backward);
    }
  }
  for (int r = 0; r < 3; ++r) out[r * volume + site] = sum[r];
}
