// Lattice Boltzmann D3Q19, pull scheme, BGK with a body force along x (blood flow, porous media: HemeLB, Palabos,
// waLBerla). Distributions one array a direction; solid neighbours bounce back; periodic in x, y and z.
#define Q 19
__constant char CX[Q] = {0, 1,-1, 0, 0, 0, 0, 1,-1, 1,-1, 1,-1, 1,-1, 0, 0, 0, 0};
__constant char CY[Q] = {0, 0, 0, 1,-1, 0, 0, 1,-1,-1, 1, 0, 0, 0, 0, 1,-1, 1,-1};
__constant char CZ[Q] = {0, 0, 0, 0, 0, 1,-1, 0, 0, 0, 0, 1,-1,-1, 1, 1,-1,-1, 1};
__constant char OPP[Q] = {0, 2, 1, 4, 3, 6, 5, 8, 7,10, 9,12,11,14,13,16,15,18,17};

float weight(int q) { return q == 0 ? 1.0f / 3.0f : q < 7 ? 1.0f / 18.0f : 1.0f / 36.0f; }

__kernel void lbm_d3q19(__global const float *f_in, __global float *f_out, __global const uchar *solid,
                        int nx, int ny, int nz, float omega, float force)
{
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x >= nx || y >= ny || z >= nz) return;
  size_t n = (size_t)nx * ny * nz;
  size_t here = ((size_t)z * ny + y) * nx + x;
  if (solid[here]) return;

  float f[Q];
  float rho = 0.0f, jx = 0.0f, jy = 0.0f, jz = 0.0f;
#pragma unroll
  for (int q = 0; q < Q; ++q) {
    int xs = x - CX[q], ys = y - CY[q], zs = z - CZ[q];
    xs = xs < 0 ? nx - 1 : xs >= nx ? 0 : xs;
    ys = ys < 0 ? ny - 1 : ys >= ny ? 0 : ys;
    zs = zs < 0 ? nz - 1 : zs >= nz ? 0 : zs;
    size_t from = ((size_t)zs * ny + ys) * nx + xs;
    f[q] = solid[from] ? f_in[OPP[q] * n + here] : f_in[q * n + from];
    rho += f[q];
    jx += CX[q] * f[q];
    jy += CY[q] * f[q];
    jz += CZ[q] * f[q];
  }
  float inv = 1.0f / rho;
  float ux = jx * inv + 0.5f * force, uy = jy * inv, uz = jz * inv;
  float usq = 1.5f * (ux * ux + uy * uy + uz * uz);
#pragma unroll
  for (int q = 0; q < Q; ++q) {
    float cu = 3.0f * (CX[q] * ux + CY[q] * uy + CZ[q] * uz);
    float w = weight(q) * rho;
    float feq = w * (1.0f + cu + 0.5f * cu * cu - usq);
    f_out[q * n + here] = f[q] + omega * (feq - f[q]) + 3.0f * w * CX[q] * force;
  }
}
