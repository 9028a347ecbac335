// Transforms, sorts and chemistry: long macros, unions, private histograms, whole structures moved.
#ifdef SINGLE_PRECISION
#define T float
#define T2 float2
#define T4 float4
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define T double
#define T2 double2
#define T4 double4
#endif
#define cmplx_add(a, b) ((T2)((a).x + (b).x, (a).y + (b).y))
#define cmplx_sub(a, b) ((T2)((a).x - (b).x, (a).y - (b).y))
#define cmplx_mul(a, b) ((T2)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))
#define FFT2(a0, a1) { T2 c0 = *a0; *a0 = cmplx_add(c0, *a1); *a1 = cmplx_sub(c0, *a1); }
#define FFT4(a0, a1, a2, a3) { FFT2(a0, a2); FFT2(a1, a3); *a3 = cmplx_mul(*a3, (T2)(0, -1)); FFT2(a0, a1); FFT2(a2, a3); }
#define FFT8(a) { FFT2(&a[0], &a[4]); FFT2(&a[1], &a[5]); FFT2(&a[2], &a[6]); FFT2(&a[3], &a[7]); FFT4(&a[0], &a[1], &a[2], &a[3]); FFT4(&a[4], &a[5], &a[6], &a[7]); }
static T2 exp_i(T phi) { return (T2)(cos(phi), sin(phi)); }
static void global_loads8(T2 *data, __global T2 *in, int stride) {
  for (int i = 0; i < 8; i++) data[i] = in[i * stride];
}
static void global_stores8(T2 *data, __global T2 *out, int stride) {
  const int reversed[] = {0, 4, 2, 6, 1, 5, 3, 7};
#pragma unroll
  for (int i = 0; i < 8; i++) out[i * stride] = data[reversed[i]];
}
static void store_x8(T2 *a, __local T *x, int sx) {
  const int reversed[] = {0, 4, 2, 6, 1, 5, 3, 7};
  for (int i = 0; i < 8; i++) x[i * sx] = a[reversed[i]].x;
}
static void load_x8(T2 *a, __local T *x, int sx) {
  for (int i = 0; i < 8; i++) a[i].x = x[i * sx];
}
static void transpose8(T2 *a, __local T *s, int ds, __local T *l, int dl) {
  store_x8(a, s, ds);
  barrier(CLK_LOCAL_MEM_FENCE);
  load_x8(a, l, dl);
  barrier(CLK_LOCAL_MEM_FENCE);
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void fft64(__global T2 *work) {
  __local T smem[8 * 9];
  const int tid = get_local_id(0);
  __global T2 *mine = work + get_group_id(0) * 64 + tid;
  T2 data[8];
  global_loads8(data, mine, 8);
  FFT8(data);
  for (int j = 1; j < 8; j++) data[j] = cmplx_mul(data[j], exp_i(-2 * 3.14159265f * tid * j / 64));
  transpose8(data, &smem[tid], 9, &smem[tid * 9], 1);
  FFT8(data);
  global_stores8(data, mine, 8);
}
// Two elements at a time, a tree, and the last sub-group without barriers.
__kernel void reduce_pairs(__global const T *restrict g_idata, __global T *g_odata, __local volatile T *sdata, const unsigned int n) {
  const unsigned int tid = get_local_id(0);
  unsigned int i = (get_group_id(0) * (get_local_size(0) * 2)) + tid;
  const unsigned int grid_size = get_local_size(0) * 2 * get_num_groups(0);
  sdata[tid] = 0;
  while (i < n) {
    sdata[tid] += g_idata[i] + g_idata[i + get_local_size(0)];
    i += grid_size;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned int s = get_local_size(0) / 2; s > 4; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid < 4) {
    sdata[tid] += sdata[tid + 4];
    sdata[tid] += sdata[tid + 2];
    sdata[tid] += sdata[tid + 1];
  }
  if (tid == 0) g_odata[get_group_id(0)] = sdata[0];
}
// An exclusive scan over a group, used by a scan over regions of vectors.
static T scan_local(T val, __local T *lmem, int exclusive) {
  int idx = get_local_id(0);
  lmem[idx] = 0.0f;
  idx += get_local_size(0);
  lmem[idx] = val;
  barrier(CLK_LOCAL_MEM_FENCE);
  T t;
  for (int i = 1; i < (int)get_local_size(0); i *= 2) {
    t = lmem[idx - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    lmem[idx] += t;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return lmem[idx - exclusive];
}
__kernel void bottom_scan(__global const T *in, __global const T *isums, __global T *out, const int n, __local T *lmem) {
  __local T s_seed;
  s_seed = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __global const T4 *in4 = (__global const T4 *)in;
  __global T4 *out4 = (__global T4 *)out;
  int n4 = n / 4;
  int region_size = n4 / get_num_groups(0);
  int block_start = get_group_id(0) * region_size;
  int block_stop = (get_group_id(0) == get_num_groups(0) - 1) ? n4 : block_start + region_size;
  int i = block_start + get_local_id(0), window = block_start;
  T seed = isums[get_group_id(0)];
  while (window < block_stop) {
    T4 val_4;
    if (i < block_stop)
      val_4 = in4[i];
    else
      val_4.x = val_4.y = val_4.z = val_4.w = 0.0f;
    val_4.y += val_4.x;
    val_4.z += val_4.y;
    val_4.w += val_4.z;
    T res = scan_local(val_4.w, lmem, 1);
    val_4.x += res + seed;
    val_4.y += res + seed;
    val_4.z += res + seed;
    val_4.w += res + seed;
    if (i < block_stop) out4[i] = val_4;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == get_local_size(0) - 1) s_seed = val_4.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    seed = s_seed;
    window += get_local_size(0);
    i += get_local_size(0);
  }
}
// Digits counted in registers, one counter after the other.
#define DIGITS 16
__kernel void sort_count(__global const uint *in, __global uint *isums, const int n, __local uint *lmem, const uint shift) {
  int region_size = ((n / 4) / get_num_groups(0)) * 4;
  int block_start = get_group_id(0) * region_size;
  int block_stop = (get_group_id(0) == get_num_groups(0) - 1) ? n : block_start + region_size;
  int tid = get_local_id(0), i = block_start + tid;
  int digit_counts[DIGITS] = {0};
  while (i < block_stop) {
    digit_counts[(in[i] >> shift) & 0xFU]++;
    i += get_local_size(0);
  }
  for (int d = 0; d < DIGITS; d++) {
    lmem[tid] = digit_counts[d];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (unsigned int s = get_local_size(0) / 2; s > 0; s >>= 1) {
      if (tid < s) lmem[tid] += lmem[tid + s];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0) isums[(d * get_num_groups(0)) + get_group_id(0)] = lmem[0];
  }
}
// Rows of a compressed matrix, one or a group of work-items each.
__kernel void spmv_rows(__global const T *restrict val, __global const T *restrict vec, __global const int *restrict cols,
                        __global const int *restrict row_delimiters, const int dim, __global T *restrict out) {
  int my_row = get_global_id(0);
  if (my_row < dim) {
    T t = 0;
    int start = row_delimiters[my_row], end = row_delimiters[my_row + 1];
    for (int j = start; j < end; j++) t += val[j] * vec[cols[j]];
    out[my_row] = t;
  }
}
// A tile with its border through helpers for every kind of index.
static int to_global_row(int g_row, int g_sz, int l_row) { return g_row * g_sz + l_row; }
static int to_flat_index(int row, int col, int width) { return row * width + col; }
static int to_flat_halo(int row, int col, int width) { return (row + 1) * (width + 2) + col + 1; }
__kernel void stencil_halo(__global const T *restrict data, __global T *restrict new_data, const int aligned_width, const T w_center,
                           const T w_cardinal, const T w_diagonal, __local T *sh) {
  const int rows = 2;
  int g_row = get_group_id(0), g_col = get_group_id(1), n_cols = get_num_groups(1) * get_local_size(1) + 2;
  int l_col = get_local_id(1), width = get_local_size(1);
  (void)n_cols;
  int first = to_global_row(g_row, rows, 0) + 1, column = g_col * width + l_col + 1;
  for (int i = -1; i <= rows; ++i) {
    sh[to_flat_halo(i, l_col, width)] = data[to_flat_index(first + i, column, aligned_width)];
    if (l_col == 0) sh[to_flat_halo(i, -1, width)] = data[to_flat_index(first + i, column - 1, aligned_width)];
    if (l_col == width - 1) sh[to_flat_halo(i, width, width)] = data[to_flat_index(first + i, column + 1, aligned_width)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < rows; ++i) {
    T center = sh[to_flat_halo(i, l_col, width)];
    T cardinal = sh[to_flat_halo(i - 1, l_col, width)] + sh[to_flat_halo(i + 1, l_col, width)] + sh[to_flat_halo(i, l_col - 1, width)] +
                 sh[to_flat_halo(i, l_col + 1, width)];
    T diagonal = sh[to_flat_halo(i - 1, l_col - 1, width)] + sh[to_flat_halo(i + 1, l_col + 1, width)];
    new_data[to_flat_index(first + i, column, aligned_width)] = w_center * center + w_cardinal * cardinal + w_diagonal * diagonal;
  }
}
// Rates of reactions: columns of a state by macro, a loop that only some of them need.
#define C(q) (state[((q)-1) * size + get_global_id(0)])
#define RF(q) (rf[((q)-1) * size + get_global_id(0)])
#define POLYX(tval, c0, c1, c2, c3) (((c3 * tval + c2) * tval + c1) * tval + c0)
__kernel void s3d_rates(__global const T *state, __global T *rf, const T tconv, const int size) {
  const T temp = C(1) * tconv, log_t = log(temp), inverse = 1 / temp;
  RF(1) = exp(34.0f - log_t * 0.7f - inverse * 8590.0f);
  for (int k = 2; k <= 5; ++k) RF(k) = C(k) * C(k - 1) * exp(POLYX(log_t, 1.0f, 0.5f, 0.25f, 0.125f));
  T sum = 0;
#pragma unroll 3
  for (int k = 1; k < 10; k += 2) sum = fma(C(k), RF((k + 1) / 2), sum);
  RF(6) = fmax(sum, (T)1.0e-30f);
}
// A digest over a space of keys: rounds by macro, state in four names, the key from the work-item.
#define F(x, y, z) ((x & y) | ((~x) & z))
#define G(x, y, z) ((x & z) | ((~z) & y))
#define LEFTROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define ROUND(w, x, y, z, f, data, s) (w = LEFTROTATE(w + f(x, y, z) + data, s) + x)
typedef union {
  uint word;
  uchar byte[4];
} Key;
static void index_to_key(uint index, int byte_length, int vals_per_byte, Key *key) {
  key->word = 0;
  for (int i = 0; i < byte_length; ++i) {
    key->byte[i] = index % vals_per_byte;
    index /= vals_per_byte;
  }
}
__kernel void md5_search(uint searched, int keyspace, int byte_length, int vals_per_byte, volatile __global int *found_index,
                         volatile __global uint *found_key) {
  int start = get_global_id(0) * vals_per_byte;
  if (start >= keyspace) return;
  Key key;
  index_to_key(start, byte_length, vals_per_byte, &key);
  for (int i = 0; i < vals_per_byte && start + i < keyspace; ++i) {
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (int r = 0; r < 4; ++r) {
      ROUND(a, b, c, d, F, key.word + 0xd76aa478, 7);
      ROUND(d, a, b, c, G, key.word + 0xe8c7b756, 12);
    }
    if (a + d == searched) {
      *found_index = start + i;
      found_key[0] = a;
    }
    ++key.word;
  }
}
// Clusters by distance: an early way out by data, and a threshold.
__kernel void qt_closest(__global const float *restrict points, __global int *restrict best, const int n, const float threshold) {
  const int i = get_global_id(0);
  int count = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = points[2 * i] - points[2 * j], dy = points[2 * i + 1] - points[2 * j + 1];
    count += (dx * dx + dy * dy < threshold) ? 1 : 0;
  }
  best[i] = count;
}
// Reads with a wrap-around mask, as bandwidth is measured.
__kernel void read_wrapped(__global const float *restrict data, __global float *output, const int size) {
  const int gid = get_global_id(0);
  float sum = 0;
  int s = gid;
  for (int j = 0; j < 16; ++j) {
    float a0 = data[(s + 0) & (size - 1)], a1 = data[(s + 32) & (size - 1)];
    sum += a0 + a1;
    s = (s + 64) & (size - 1);
  }
  output[gid] = sum;
}
// A whole structure with arrays moved at once, and a member of it by a computed index.
typedef struct {
  float weight[4];
  int tag;
} Cell;
__kernel void cells(__global const Cell *restrict in, __global Cell *restrict out, __global float *restrict sums, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const Cell cell = in[i];
  float s = 0;
  for (int k = 0; k < 4; ++k) s += cell.weight[k] * in[n - 1 - i].weight[3 - k];
  sums[i] = s;
  out[i] = cell;
}
