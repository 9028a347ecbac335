// DualSPHysics-like: momentum and continuity of weakly compressible SPH. Particles are sorted by cell, a cell is as wide as
// the kernel's support, so three cells next to each other along x are one range of particles. Wendland kernel, artificial
// viscosity, Tait pressure.
float tait(float rho, float b) { return b * (pow(rho * 0.001f, 7.0f) - 1.0f); }

__kernel void sph_momentum(__global const float4* restrict posRho,  // xyz, density
                           __global const float4* restrict velMass, // xyz, mass
                           __global const int* restrict cellBegin,  // cells+1
                           __global const int* restrict cellOf,
                           __global float4* restrict acceDrho,
                           int np, int ncx, int ncy, int ncz,
                           float h, float fourH2, float wendland, float tensB, float cs0, float alphaVisc)
{
  const int p = get_global_id(0);
  if (p >= np) return;
  const float4 pr = posRho[p];
  const float3 v1 = velMass[p].xyz;
  const float press1 = tait(pr.w, tensB) / (pr.w * pr.w);
  const int cel = cellOf[p];
  const int cx = cel % ncx, cy = (cel / ncx) % ncy, cz = cel / (ncx * ncy);
  const int x0 = max(cx - 1, 0), x1 = min(cx + 1, ncx - 1);
  float3 ace = (float3)(0.0f);
  float drho = 0.0f;
  for (int z = max(cz - 1, 0); z <= min(cz + 1, ncz - 1); z++) {
    for (int y = max(cy - 1, 0); y <= min(cy + 1, ncy - 1); y++) {
      const int row = (z * ncy + y) * ncx;
      const int fin = cellBegin[row + x1 + 1];
      for (int q = cellBegin[row + x0]; q < fin; q++) {
        const float4 qr = posRho[q];
        const float3 dr = pr.xyz - qr.xyz;
        const float rr2 = dot(dr, dr);
        if (rr2 <= fourH2 && rr2 >= 1e-18f) {
          const float rad = sqrt(rr2);
          const float qq = rad / h;
          const float wqq = 1.0f - 0.5f * qq;
          const float fac = wendland * wqq * wqq * wqq;   // gradient of W over r
          const float4 vq = velMass[q];
          const float3 dv = v1 - vq.xyz;
          const float dot1 = dot(dr, dv);
          float prs = press1 + tait(qr.w, tensB) / (qr.w * qr.w);
          if (dot1 < 0.0f) {
            const float mu = h * dot1 / (rr2 + 0.01f * h * h);
            prs -= alphaVisc * cs0 * mu / (0.5f * (pr.w + qr.w));
          }
          ace -= prs * vq.w * fac * dr;
          drho += vq.w * fac * dot1;
        }
      }
    }
  }
  acceDrho[p] = (float4)(ace, drho);
}
