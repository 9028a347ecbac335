// What tuned linear algebra does with the preprocessor: types, widths and unrolling by macro, inline
// helpers with pointers to private arrays, local tiles as arguments.
#ifndef PRECISION
#define PRECISION 32
#endif
#if PRECISION == 64
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double real;
typedef double2 real2;
typedef double4 real4;
#else
typedef float real;
typedef float2 real2;
typedef float4 real4;
#endif
#define INLINE static inline
#define LOCAL_PTR __local
#ifndef VWM
#define VWM 2
#endif
#if VWM == 1
typedef real realM;
#elif VWM == 2
typedef real2 realM;
#else
typedef real4 realM;
#endif
#define MULTIPLY(c, a, b) c = (a) * (b)
#define MADD(c, a, b) c += (a) * (b)
#define SET_ZERO(x) x = (real)0
#define WGD 8
#define MDIMCD 4
#define NDIMCD 4
#define KWID 2
#define MWID (WGD / MDIMCD)
#define NWID (WGD / NDIMCD)
#define PADA 1
#define WGS1 16
#define WGS2 8

// ---- gemm without copies: edges are handled by a slower path of the same kernel
INLINE real load_checked(const __global real *restrict gm, const int ld, const int one, const int two, const int max_one,
                         const int max_two, const int transposed) {
  if (one < max_one && two < max_two) return gm[transposed ? one * ld + two : two * ld + one];
  real zero;
  SET_ZERO(zero);
  return zero;
}
INLINE void load_tile_direct(const __global real *restrict gm, LOCAL_PTR real *lm, const int ld, const int first, const int kwg,
                             const int transposed) {
#pragma unroll
  for (int m = 0; m < MWID; m += 1)
#pragma unroll
    for (int k = 0; k < WGD / NDIMCD; k += 1) {
      const int mg = m * MDIMCD + get_local_id(0), kg = k * NDIMCD + get_local_id(1);
      lm[kg * (WGD + PADA) + mg] = transposed ? gm[(first + mg) * ld + kg + kwg] : gm[(kg + kwg) * ld + mg + first];
    }
}
INLINE void load_private(LOCAL_PTR real *lm, real *pm, const int kg, const int id, const int count, const int step) {
#pragma unroll
  for (int i = 0; i < count; ++i) pm[i] = lm[kg * (WGD + PADA) + i * step + id];
}
INLINE void multiply_accumulate(real cpm[NWID][MWID], const real *apm, const real *bpm) {
  for (int ni = 0; ni < NWID; ++ni)
    for (int mi = 0; mi < MWID; ++mi) MADD(cpm[ni][mi], apm[mi], bpm[ni]);
}
__kernel __attribute__((reqd_work_group_size(MDIMCD, NDIMCD, 1)))
void xgemm_direct(const int kSizeM, const int kSizeN, const int kSizeK, const real alpha, const real beta,
                  const __global real *restrict agm, const int a_ld, const __global real *restrict bgm, const int b_ld,
                  __global real *cgm, const int c_ld, const int a_transposed) {
  __local real alm[WGD * (WGD + PADA)];
  __local real blm[WGD * (WGD + PADA)];
  real apm[MWID], bpm[NWID], cpm[NWID][MWID];
  for (int ni = 0; ni < NWID; ++ni)
    for (int mi = 0; mi < MWID; ++mi) SET_ZERO(cpm[ni][mi]);
  const int idm = get_group_id(0) * WGD, idn = get_group_id(1) * WGD;
  if (idm + WGD <= kSizeM && idn + WGD <= kSizeN) {
    int kwg = 0;
    for (; kwg < (kSizeK / WGD) * WGD; kwg += WGD) {
      load_tile_direct(agm, alm, a_ld, idm, kwg, a_transposed);
      load_tile_direct(bgm, blm, b_ld, idn, kwg, 1);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int pwi = 0; pwi < WGD; pwi += KWID)
        for (int pit = 0; pit < KWID; ++pit) {
          load_private(alm, apm, pwi + pit, get_local_id(0), MWID, MDIMCD);
          load_private(blm, bpm, pwi + pit, get_local_id(1), NWID, NDIMCD);
          multiply_accumulate(cpm, apm, bpm);
        }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (; kwg < kSizeK; ++kwg) {
      for (int mi = 0; mi < MWID; ++mi) {
        const int m = idm + mi * MDIMCD + get_local_id(0);
        apm[mi] = a_transposed ? agm[m * a_ld + kwg] : agm[kwg * a_ld + m];
      }
      for (int ni = 0; ni < NWID; ++ni) bpm[ni] = bgm[(idn + ni * NDIMCD + get_local_id(1)) * b_ld + kwg];
      multiply_accumulate(cpm, apm, bpm);
    }
    for (int ni = 0; ni < NWID; ++ni)
      for (int mi = 0; mi < MWID; ++mi) {
        const int at = (idn + ni * NDIMCD + get_local_id(1)) * c_ld + idm + mi * MDIMCD + get_local_id(0);
        real result;
        MULTIPLY(result, alpha, cpm[ni][mi]);
        MADD(result, beta, cgm[at]);
        cgm[at] = result;
      }
  } else {
    for (int k = 0; k < kSizeK; ++k) {
      for (int mi = 0; mi < MWID; ++mi)
        apm[mi] = load_checked(agm, a_ld, idm + mi * MDIMCD + get_local_id(0), k, kSizeM, kSizeK, a_transposed);
      for (int ni = 0; ni < NWID; ++ni)
        bpm[ni] = load_checked(bgm, b_ld, idn + ni * NDIMCD + get_local_id(1), k, kSizeN, kSizeK, 1);
      multiply_accumulate(cpm, apm, bpm);
    }
    for (int ni = 0; ni < NWID; ++ni)
      for (int mi = 0; mi < MWID; ++mi) {
        const int m = idm + mi * MDIMCD + get_local_id(0), n = idn + ni * NDIMCD + get_local_id(1);
        if (m < kSizeM && n < kSizeN) cgm[n * c_ld + m] = alpha * cpm[ni][mi] + beta * cgm[n * c_ld + m];
      }
  }
}

// ---- vectors by macro: a tile of C in registers, two tiles of A in local memory
INLINE realM vector_times_scalar(realM c, const realM a, const real b) {
#if VWM == 1
  c += a * b;
#elif VWM == 2
  c.x += a.x * b;
  c.y += a.y * b;
#else
  c.s0 += a.s0 * b;
  c.s1 += a.s1 * b;
  c.s2 += a.s2 * b;
  c.s3 += a.s3 * b;
#endif
  return c;
}
__kernel void xgemm_vector(const int m_vectors, const int n, const int k, const __global realM *restrict agm,
                           const __global real *restrict bgm, __global realM *cgm) {
  const int i = get_global_id(0), j = get_global_id(1);
  if (i >= m_vectors || j >= n) return;
  realM acc = (realM)(0);
#pragma unroll 4
  for (int l = 0; l < k; ++l) acc = vector_times_scalar(acc, agm[l * m_vectors + i], bgm[j * k + l]);
  cgm[j * m_vectors + i] = acc;
}

// ---- level 1 and 2
__kernel __attribute__((reqd_work_group_size(WGS1, 1, 1)))
void xamax(const int n, const __global real *restrict xgm, const int x_offset, const int x_inc, __global real *maxgm,
           __global unsigned int *imaxgm) {
  __local real maxlm[WGS1];
  __local unsigned int imaxlm[WGS1];
  const int lid = get_local_id(0), wgid = get_group_id(0);
  real max = -1;
  unsigned int imax = 0;
  for (int id = wgid * WGS1 + lid; id < n; id += WGS1 * get_num_groups(0)) {
    const real x = fabs(xgm[id * x_inc + x_offset]);
    if (x > max) {
      max = x;
      imax = id * x_inc + x_offset;
    }
  }
  maxlm[lid] = max;
  imaxlm[lid] = imax;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int s = WGS1 / 2; s > 0; s = s >> 1) {
    if (lid < s) {
      const real right = maxlm[lid + s];
      imaxlm[lid] = right > maxlm[lid] ? imaxlm[lid + s] : imaxlm[lid];
      maxlm[lid] = fmax(maxlm[lid], right);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    maxgm[wgid] = maxlm[0];
    imaxgm[wgid] = imaxlm[0];
  }
}
// A band matrix, a triangle of one, a packed triangle: which element is asked for where.
INLINE real band_or_zero(const __global real *restrict agm, const int row, const int column, const int ld, const int kl,
                         const int ku) {
  const int k = ku - column + row;
  if (row >= column - ku && row <= column + kl) return agm[column * ld + k];
  return 0;
}
__kernel void xgbmv(const int m, const int n, const __global real *restrict agm, const int a_ld, const int kl, const int ku,
                    const __global real *restrict xgm, __global real *ygm) {
  const int row = get_global_id(0);
  if (row >= m) return;
  real acc = 0;
  for (int c = 0; c < n; ++c) acc += band_or_zero(agm, row, c, a_ld, kl, ku) * xgm[c];
  ygm[row] = acc;
}
__kernel void xtrmv(const int n, const __global real *restrict agm, const int a_ld, const __global real *restrict xgm,
                    __global real *ygm, const int is_upper, const int unit_diagonal) {
  const int row = get_global_id(0);
  if (row < n) {
    real acc = 0;
    for (int c = 0; c < n; ++c) {
      if (is_upper ? c < row : c > row) continue;
      acc += (c == row && unit_diagonal ? (real)1 : agm[c * a_ld + row]) * xgm[c];
    }
    ygm[row] = acc;
  }
}
__kernel void xspr_packed(const int n, const real alpha, const __global real *restrict xgm, __global real *apgm) {
  const int column = get_global_id(0);
  if (column < n)
    for (int row = column; row < n; ++row)
      apgm[row + (2 * n - 1 - column) * column / 2] += alpha * xgm[row] * xgm[column];
}
__kernel __attribute__((reqd_work_group_size(WGS2, WGS2, 1)))
void xger_tiles(const int rows, const int columns, const real alpha, const __global real *restrict xgm,
                const __global real *ygm, __global real *restrict agm, const int a_ld) {
#define WPT 2
  real xpm[WPT], ypm[WPT];
  for (int w = 0; w < WPT; ++w) {
    const int r = w * get_global_size(0) + get_global_id(0);
    xpm[w] = r < rows ? xgm[r] : 0;
  }
  for (int w = 0; w < WPT; ++w) {
    const int c = w * get_global_size(1) + get_global_id(1);
    ypm[w] = c < columns ? ygm[c] : 0;
  }
  for (int i = 0; i < WPT; ++i) {
    const int c = i * get_global_size(1) + get_global_id(1);
    for (int j = 0; j < WPT; ++j) {
      const int r = j * get_global_size(0) + get_global_id(0);
      if (r < rows && c < columns) agm[c * a_ld + r] = alpha * xpm[j] * ypm[i] + agm[c * a_ld + r];
    }
  }
#undef WPT
}

// ---- level 3 helpers
__kernel __attribute__((reqd_work_group_size(WGS2, WGS2, 1)))
void symm_lower_to_squared(const int src_dim, const int src_ld, __global const real *restrict src, const int dest_dim,
                           const int dest_ld, __global real *dest) {
#pragma unroll
  for (int w1 = 0; w1 < 2; w1 += 1)
#pragma unroll
    for (int w2 = 0; w2 < 2; w2 += 1) {
      const int one = (get_group_id(0) * 2 + w2) * WGS2 + get_local_id(0);
      const int two = (get_group_id(1) * 2 + w1) * WGS2 + get_local_id(1);
      if (two < dest_dim && one < dest_dim) {
        real value;
        SET_ZERO(value);
        if (two < src_dim && one < src_dim)
          value = two <= one ? src[two * src_ld + one] : src[one * src_ld + two];
        dest[two * dest_ld + one] = value;
      }
    }
}
#define BLOCK 8
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void invert_diagonal_block(const int n, __global const real *restrict src, const int ld, __global real *restrict dest,
                           const int is_unit) {
  const int t = get_local_id(0), b = get_group_id(0);
  __local real lm[BLOCK][BLOCK + 1];
  for (int j = 0; j < BLOCK; ++j) {
    const bool inside = b * BLOCK + t < n && b * BLOCK + j < n;
    lm[t][j] = inside && t >= j ? src[(b * BLOCK + j) * ld + b * BLOCK + t] : (real)(t == j);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  lm[t][t] = is_unit ? (real)1 : (real)1 / lm[t][t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = BLOCK - 2; j >= 0; j--) {
    real sum = 0;
    if (t > j)
      for (int k = j + 1; k <= t; ++k) sum += lm[t][k] * lm[k][j];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t > j) lm[t][j] = -sum * lm[j][j];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = 0; j <= t; ++j) dest[(b * BLOCK + j) * BLOCK + t] = lm[t][j];
}
// Patches of an image as columns of a matrix.
__kernel void im2col(const int input_h, const int input_w, const int channels, const int output_h, const int output_w,
                     const int kernel_h, const int kernel_w, const int pad, const int stride, const int dilation,
                     const __global real *restrict im, __global real *col) {
  const int w_id = get_global_id(0), h_id = ((int)get_global_id(1)) % output_h, c_id = ((int)get_global_id(1)) / output_h;
  if (h_id >= output_h || w_id >= output_w || c_id >= channels) return;
  for (int kh = 0; kh < kernel_h; ++kh)
    for (int kw = 0; kw < kernel_w; ++kw) {
      const int h_index = -pad + kh * dilation + stride * h_id, w_index = -pad + kw * dilation + stride * w_id;
      real value;
      if (h_index >= 0 && h_index < input_h && w_index >= 0 && w_index < input_w)
        value = im[w_index + input_w * (h_index + input_h * c_id)];
      else
        SET_ZERO(value);
      const int patch = w_id + output_w * h_id, element = kw + kernel_w * (kh + kernel_h * c_id);
      col[patch + output_w * output_h * element] = value;
    }
}
// Batches whose offsets and factors lie in constant memory.
__kernel void xaxpy_batched(const int n, const __constant real *alphas, const __global real *restrict xgm,
                            const __constant int *x_offsets, __global real *ygm, const int y_stride) {
  const int batch = get_group_id(1);
  const real alpha = alphas[batch];
  for (int id = get_global_id(0); id < n; id += get_global_size(0))
    ygm[id + batch * y_stride] += alpha * xgm[id + x_offsets[batch]];
}
