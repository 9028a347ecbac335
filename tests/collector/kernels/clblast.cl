// In the style of tuned BLAS libraries: parameters as macros, registers in private arrays, tiles in
// local memory, vector types by width.
#define WPT 2
#define VW 4
#define WGS 16
#define MWG 16
#define NWG 16
#define KWG 8
#define MDIMC 4
#define NDIMC 4
#define MWI (MWG / MDIMC)
#define NWI (NWG / NDIMC)
#define KWI 2
#define TRA_DIM 8
#define TRA_WPT 2
#define TRA_PAD 1
typedef float real;
typedef float4 realV;
// y += alpha * x without bounds: whole vectors, WPT of them a work-item.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void xaxpy_fast(const int n, const real alpha, const __global realV *restrict xgm, __global realV *ygm) {
#pragma unroll
  for (int w = 0; w < WPT; ++w) {
    const int id = w * get_global_size(0) + get_global_id(0);
    realV x = xgm[id];
    realV y = ygm[id];
    ygm[id] = y + alpha * x;
  }
}
// With offsets and increments.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void xaxpy(const int n, const real alpha, const __global real *restrict xgm, const int x_offset, const int x_inc,
           __global real *ygm, const int y_offset, const int y_inc) {
  for (int id = get_global_id(0); id < n; id += get_global_size(0))
    ygm[id * y_inc + y_offset] += alpha * xgm[id * x_inc + x_offset];
}
// Dot product: a strided part per work-item, a tree in local memory.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void xdot(const int n, const __global real *restrict xgm, const __global real *restrict ygm, __global real *output) {
  __local real lm[WGS];
  const int lid = get_local_id(0), wgid = get_group_id(0), num_groups = get_num_groups(0);
  real acc = 0;
  int id = wgid * WGS + lid;
  while (id < n) {
    acc += xgm[id] * ygm[id];
    id += WGS * num_groups;
  }
  lm[lid] = acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = WGS / 2; s > 0; s = s >> 1) {
    if (lid < s) lm[lid] += lm[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) output[wgid] = lm[0];
}
// Matrix times vector: x in local tiles, the remainder apart.
__kernel __attribute__((reqd_work_group_size(WGS, 1, 1)))
void xgemv(const int m, const int n, const real alpha, const real beta, const __global real *restrict agm, const int a_ld,
           const __global real *restrict xgm, __global real *ygm) {
  __local real xlm[WGS];
  const int lid = get_local_id(0), gid = get_global_id(0);
  real acc[WPT];
  for (int w = 0; w < WPT; ++w) acc[w] = 0;
  const int n_floor = (n / WGS) * WGS;
  int kwg = 0;
  for (; kwg < n_floor; kwg += WGS) {
    xlm[lid] = xgm[kwg + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int w = 0; w < WPT; ++w) {
      const int row = w * get_global_size(0) + gid;
      if (row < m)
        for (int kl = 0; kl < WGS; ++kl) acc[w] += xlm[kl] * agm[(kwg + kl) * a_ld + row];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int w = 0; w < WPT; ++w) {
    const int row = w * get_global_size(0) + gid;
    if (row < m) {
      for (int k = n_floor; k < n; ++k) acc[w] += xgm[k] * agm[k * a_ld + row];
      ygm[row] = alpha * acc[w] + beta * ygm[row];
    }
  }
}
// Padded local tile, WPT x WPT a work-item.
__kernel __attribute__((reqd_work_group_size(TRA_DIM, TRA_DIM, 1)))
void transpose_matrix(const int ld, __global const real *restrict src, __global real *dest) {
  __local real tile[TRA_WPT * TRA_DIM][TRA_WPT * TRA_DIM + TRA_PAD];
#pragma unroll
  for (int w1 = 0; w1 < TRA_WPT; ++w1)
    for (int w2 = 0; w2 < TRA_WPT; ++w2) {
      const int x = get_group_id(0) * TRA_DIM * TRA_WPT + w2 * TRA_DIM + get_local_id(0);
      const int y = get_group_id(1) * TRA_DIM * TRA_WPT + w1 * TRA_DIM + get_local_id(1);
      tile[w1 * TRA_DIM + get_local_id(1)][w2 * TRA_DIM + get_local_id(0)] = src[y * ld + x];
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int w1 = 0; w1 < TRA_WPT; ++w1)
    for (int w2 = 0; w2 < TRA_WPT; ++w2) {
      const int x = get_group_id(1) * TRA_DIM * TRA_WPT + w2 * TRA_DIM + get_local_id(0);
      const int y = get_group_id(0) * TRA_DIM * TRA_WPT + w1 * TRA_DIM + get_local_id(1);
      dest[y * ld + x] = tile[w2 * TRA_DIM + get_local_id(0)][w1 * TRA_DIM + get_local_id(1)];
    }
}
// C = alpha * A^T * B + beta * C with register tiles.
inline void load_tile(const __global real *restrict gm, __local real *lm, const int ld, const int first, const int kwg) {
  const int tid = get_local_id(0) + MDIMC * get_local_id(1);
  for (int i = tid; i < KWG * MWG; i += MDIMC * NDIMC) {
    const int k = i / MWG, x = i % MWG;
    lm[k * MWG + x] = gm[(kwg + k) * ld + first + x];
  }
}
__kernel __attribute__((reqd_work_group_size(MDIMC, NDIMC, 1)))
void xgemm(const int kSizeM, const int kSizeN, const int kSizeK, const real alpha, const real beta,
           const __global real *restrict agm, const __global real *restrict bgm, __global real *cgm) {
  __local real alm[KWG * MWG], blm[KWG * NWG];
  real apm[MWI], bpm[NWI], cpm[NWI][MWI];
#pragma unroll
  for (int ni = 0; ni < NWI; ++ni)
    for (int mi = 0; mi < MWI; ++mi) cpm[ni][mi] = 0;
  for (int kwg = 0; kwg < kSizeK; kwg += KWG) {
    load_tile(agm, alm, kSizeM, get_group_id(0) * MWG, kwg);
    load_tile(bgm, blm, kSizeN, get_group_id(1) * NWG, kwg);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int pwi = 0; pwi < KWG; pwi += KWI)
      for (int pit = 0; pit < KWI; ++pit) {
        for (int mi = 0; mi < MWI; ++mi) apm[mi] = alm[(pwi + pit) * MWG + mi * MDIMC + get_local_id(0)];
        for (int ni = 0; ni < NWI; ++ni) bpm[ni] = blm[(pwi + pit) * NWG + ni * NDIMC + get_local_id(1)];
        for (int ni = 0; ni < NWI; ++ni)
          for (int mi = 0; mi < MWI; ++mi) cpm[ni][mi] = mad(apm[mi], bpm[ni], cpm[ni][mi]);
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int ni = 0; ni < NWI; ++ni)
    for (int mi = 0; mi < MWI; ++mi) {
      const int m = get_group_id(0) * MWG + mi * MDIMC + get_local_id(0), n = get_group_id(1) * NWG + ni * NDIMC + get_local_id(1);
      cgm[n * kSizeM + m] = alpha * cpm[ni][mi] + beta * cgm[n * kSizeM + m];
    }
}
// Copies and pads a matrix.
__kernel void copy_pad(const int src_one, const int src_two, const int src_ld, __global const real *restrict src,
                       const int dest_one, const int dest_two, const int dest_ld, __global real *dest) {
  for (int w = 0; w < WPT; ++w) {
    const int one = get_global_id(0), two = get_global_id(1) * WPT + w;
    if (two < dest_two && one < dest_one) {
      real value = 0;
      if (two < src_two && one < src_one) value = src[two * src_ld + one];
      dest[two * dest_ld + one] = value;
    }
  }
}
