#ifndef REAL
#define REAL float
#endif
#define VW 4
#define CAT_(a,b) a##b
#define CAT(a,b) CAT_(a,b)
typedef CAT(REAL,VW) realv;
#define MAD(a,b,c) mad(a,b,c)
// CLBlast-like GEMM with register blocking, vector loads into local memory, KWI unrolling
#define MWG 16
#define NWG 16
#define KWG 8
#define MDIMC 4
#define NDIMC 4
#define MWI (MWG/MDIMC)
#define NWI (NWG/NDIMC)
__kernel __attribute__((reqd_work_group_size(MDIMC, NDIMC, 1)))
void gemm_blocked(const int kM, const int kN, const int kK, const REAL alpha, const REAL beta,
   const __global realv* restrict agm, const __global realv* restrict bgm, __global realv* cgm) {
  __local realv alm[KWG * MWG / VW]; __local realv blm[KWG * NWG / VW];
  realv cpm[NWI][MWI / VW];
  #pragma unroll
  for (int ni = 0; ni < NWI; ++ni) for (int mi = 0; mi < MWI / VW; ++mi) cpm[ni][mi] = (realv)(0);
  for (int kwg = 0; kwg < kK; kwg += KWG) {
    for (int t = get_local_id(1) * MDIMC + get_local_id(0); t < KWG * MWG / VW; t += MDIMC * NDIMC) {
      int k = t / (MWG / VW), m = t % (MWG / VW);
      alm[t] = agm[(kwg + k) * (kM / VW) + get_group_id(0) * (MWG / VW) + m];
    }
    for (int t = get_local_id(1) * MDIMC + get_local_id(0); t < KWG * NWG / VW; t += MDIMC * NDIMC) {
      int k = t / (NWG / VW), n = t % (NWG / VW);
      blm[t] = bgm[(kwg + k) * (kN / VW) + get_group_id(1) * (NWG / VW) + n];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < KWG; ++k) {
      realv b = blm[k * (NWG / VW) + get_local_id(1)];
      for (int mi = 0; mi < MWI / VW; ++mi) {
        realv a = alm[k * (MWG / VW) + get_local_id(0) * (MWI / VW) + mi];
        cpm[0][mi] = MAD(a, b.x, cpm[0][mi]); cpm[1][mi] = MAD(a, b.y, cpm[1][mi]);
        cpm[2][mi] = MAD(a, b.z, cpm[2][mi]); cpm[3][mi] = MAD(a, b.w, cpm[3][mi]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int ni = 0; ni < NWI; ++ni) for (int mi = 0; mi < MWI / VW; ++mi) {
    int i = (get_group_id(1) * NWG + get_local_id(1) * NWI + ni) * (kM / VW) + get_group_id(0) * (MWG / VW) + get_local_id(0) * (MWI / VW) + mi;
    realv r = alpha * cpm[ni][mi];
    if (beta != 0) r += beta * cgm[i];
    cgm[i] = r;
  }
}
// SHOC-like reduction with unrolled tail
__kernel void reduce_unrolled(__global const REAL* in, __global REAL* out, __local volatile REAL* s, const uint n) {
  const uint tid = get_local_id(0); uint i = get_group_id(0) * (get_local_size(0) * 2) + tid;
  const uint grid = get_local_size(0) * 2 * get_num_groups(0);
  s[tid] = 0;
  while (i < n) { s[tid] += in[i] + in[i + get_local_size(0)]; i += grid; }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_local_size(0) / 2; k > 4; k >>= 1) { if (tid < k) s[tid] += s[tid + k]; barrier(CLK_LOCAL_MEM_FENCE); }
  if (tid < 4) { s[tid] += s[tid + 4]; s[tid] += s[tid + 2]; s[tid] += s[tid + 1]; }
  if (tid == 0) out[get_group_id(0)] = s[0];
}
// Rodinia-like: hotspot3D, particle filter, lavaMD, cfd, srad2, gaussian, backprop, b+tree
__kernel void hotspot3d(__global const float* p, __global const float* tin, __global float* tout, float cc, int nx, int ny, int nz) {
  int i = get_global_id(0), j = get_global_id(1), c = i + j * nx, xy = nx * ny;
  int W = i == 0 ? c : c - 1, E = i == nx - 1 ? c : c + 1, N = j == 0 ? c : c - nx, S = j == ny - 1 ? c : c + nx;
  float t1, t2, t3; t1 = t2 = tin[c]; t3 = tin[c + xy];
  tout[c] = cc * t2 + tin[W] + tin[E] + tin[S] + tin[N] + t1 + t3 + p[c];
  c += xy; W += xy; E += xy; N += xy; S += xy;
  for (int k = 1; k < nz - 1; ++k) {
    t1 = t2; t2 = t3; t3 = tin[c + xy];
    tout[c] = cc * t2 + tin[W] + tin[E] + tin[S] + tin[N] + t1 + t3 + p[c];
    c += xy; W += xy; E += xy; N += xy; S += xy;
  }
  t1 = t2; t2 = t3;
  tout[c] = cc * t2 + tin[W] + tin[E] + tin[S] + tin[N] + t1 + t3 + p[c];
}
__kernel void cfd_flux(__global const int* nb, __global const float* nrm, __global const float* var, __global float* flux, int nelr) {
  const int i = get_global_id(0); if (i >= nelr) return;
  float f = 0; 
  for (int j = 0; j < 4; j++) {
    int k = nb[i + j * nelr]; float3 n; n.x = nrm[i + (j + 0 * 4) * nelr]; n.y = nrm[i + (j + 1 * 4) * nelr]; n.z = nrm[i + (j + 2 * 4) * nelr];
    if (k >= 0) f += var[k + 0 * nelr] * n.x + var[k + 1 * nelr] * n.y; else if (k == -1) f += n.z; else if (k == -2) f -= length(n);
  }
  flux[i] = f;
}
__kernel void doitgen_like(int nr, int nq, int np, __global float* A, __global const float* C4, __global float* sum, int r) {
  int p = get_global_id(0), q = get_global_id(1);
  if (p < np && q < nq) {
    sum[r * (nq * np) + q * np + p] = 0;
    for (int s = 0; s < np; s++) sum[r * (nq * np) + q * np + p] = sum[r * (nq * np) + q * np + p] + A[r * (nq * np) + q * np + s] * C4[s * np + p];
  }
}
__kernel void trmm_like(__global const float* A, __global float* B, int m, int n, float alpha) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i < m && j < n) { float t = B[i * n + j]; for (int k = i + 1; k < m; ++k) t += A[k * m + i] * B[k * n + j]; B[i * n + j] = alpha * t; }
}
__kernel void nussinov_diag(__global int* t, __global const int* seq, int n, int d) {
  int i = get_global_id(0), j = i + d;
  if (j >= n) return;
  int best = t[i * n + j];
  if (j - 1 >= 0) best = max(best, t[i * n + j - 1]);
  if (i + 1 < n) best = max(best, t[(i + 1) * n + j]);
  if (j - 1 >= 0 && i + 1 < n) best = max(best, t[(i + 1) * n + j - 1] + (i < j - 1 && seq[i] + seq[j] == 3));
  for (int k = i + 1; k < j; k++) best = max(best, t[i * n + k] + t[(k + 1) * n + j]);
  t[i * n + j] = best;
}
__kernel void durbin_like(__global const float* r, __global float* y, __global float* z, int n) {
  float beta = 1, alpha = -r[0]; y[0] = -r[0];
  for (int k = 1; k < n; ++k) {
    beta = (1 - alpha * alpha) * beta; float s = 0;
    for (int i = 0; i < k; ++i) s += r[k - i - 1] * y[i];
    alpha = -(r[k] + s) / beta;
    for (int i = 0; i < k; ++i) z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; ++i) y[i] = z[i];
    y[k] = alpha;
  }
}
__kernel void adi_like(__global float* u, __global float* v, __global float* p, __global float* q, int n) {
  int i = get_global_id(0) + 1;
  if (i < n - 1) {
    v[i] = 1; p[i * n] = 0; q[i * n] = v[i];
    for (int j = 1; j < n - 1; j++) { p[i * n + j] = -1 / (p[i * n + j - 1] + 2); q[i * n + j] = (u[j * n + i - 1] + u[j * n + i] + u[j * n + i + 1] - q[i * n + j - 1]) / (p[i * n + j - 1] + 2); }
    v[(n - 1) * n + i] = 1;
    for (int j = n - 2; j >= 1; j--) v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
  }
}
__kernel void floyd(__global int* d, int n, int k) { int i = get_global_id(1), j = get_global_id(0); if (i < n && j < n) { int v = d[i * n + k] + d[k * n + j]; if (v < d[i * n + j]) d[i * n + j] = v; } }
__kernel void heat3d(__global const float* A, __global float* B, int n) {
  int k = get_global_id(0) + 1, j = get_global_id(1) + 1, i = get_global_id(2) + 1;
  if (i < n - 1 && j < n - 1 && k < n - 1) {
#define P(x,y,z) A[((x) * n + (y)) * n + (z)]
    B[(i * n + j) * n + k] = 0.125f * (P(i+1,j,k) - 2 * P(i,j,k) + P(i-1,j,k)) + 0.125f * (P(i,j+1,k) - 2 * P(i,j,k) + P(i,j-1,k)) + 0.125f * (P(i,j,k+1) - 2 * P(i,j,k) + P(i,j,k-1)) + P(i,j,k);
  }
}
__kernel void deriche_row(__global const float* x, __global float* y, int w, int h, float a) {
  int i = get_global_id(0); if (i >= h) return; float ym1 = 0, ym2 = 0, xm1 = 0;
  for (int j = 0; j < w; j++) { float t = x[i * w + j]; float v = a * t + xm1 + ym1 - ym2; y[i * w + j] = v; xm1 = t; ym2 = ym1; ym1 = v; }
  float yp1 = 0, xp1 = 0;
  for (int j = w - 1; j >= 0; j--) { y[i * w + j] += a * xp1 + yp1; xp1 = x[i * w + j]; yp1 = y[i * w + j]; }
}
