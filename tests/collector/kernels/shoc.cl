// In the style of SHOC.
#define BLOCK 16
__kernel void triad(__global const float *a, __global const float *b, __global float *c, float s) {
  int g = get_global_id(0);
  c[g] = a[g] + s * b[g];
}
// Two elements a step, a stride of the whole grid, the size of the local memory given at launch.
__kernel void reduce_shoc(__global const float *in, __global float *out, __local float *sdata, const unsigned int n) {
  const unsigned int tid = get_local_id(0);
  unsigned int i = get_group_id(0) * (get_local_size(0) * 2) + tid;
  const unsigned int grid = get_local_size(0) * 2 * get_num_groups(0);
  sdata[tid] = 0;
  while (i < n) {
    sdata[tid] += in[i] + in[i + get_local_size(0)];
    i += grid;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (tid == 0) out[get_group_id(0)] = sdata[0];
}
// Scan of a group in local memory with a halo of zeros.
inline float scan_local(float val, volatile __local float *lmem) {
  int idx = get_local_id(0);
  lmem[idx] = 0.0f;
  idx += get_local_size(0);
  lmem[idx] = val;
  barrier(CLK_LOCAL_MEM_FENCE);
  float t;
  for (int i = 1; i < get_local_size(0); i *= 2) {
    t = lmem[idx - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    lmem[idx] += t;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return lmem[idx - 1];
}
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void top_scan(__global float *isums, const int num, __local float *lmem) {
  float val = get_local_id(0) < num ? isums[get_local_id(0)] : 0.0f;
  val = scan_local(val, lmem);
  if (get_local_id(0) < num) isums[get_local_id(0)] = val;
}
// The sum of a region of a power of two, the last group takes the rest.
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void scan_regions(__global const float *in, __global float *isums, const int n, __local float *lmem) {
  int region = n / get_num_groups(0);
  int start = get_group_id(0) * region;
  int stop = get_group_id(0) == get_num_groups(0) - 1 ? n : start + region;
  int i = start + get_local_id(0);
  float sum = 0.0f;
  while (i < stop) {
    sum += in[i];
    i += get_local_size(0);
  }
  lmem[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (get_local_id(0) < s) lmem[get_local_id(0)] += lmem[get_local_id(0) + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_local_id(0) == 0) isums[get_group_id(0)] = lmem[0];
}
// Lennard-Jones over a neighbour list.
__kernel void md_lj(__global float4 *force, __global const float4 *position, const int neighbours, __global const int *list,
                    const float cutsq, const float lj1, const float lj2, const int atoms) {
  uint idx = get_global_id(0);
  float4 ipos = position[idx], f = (float4)(0.0f);
  for (int j = 0; j < neighbours; j++) {
    int jidx = list[j * atoms + idx];
    float4 jpos = position[jidx];
    float delx = ipos.x - jpos.x, dely = ipos.y - jpos.y, delz = ipos.z - jpos.z;
    float r2inv = delx * delx + dely * dely + delz * delz;
    if (r2inv < cutsq) {
      r2inv = 1.0f / r2inv;
      float r6inv = r2inv * r2inv * r2inv;
      float scale = r2inv * r6inv * (lj1 * r6inv - lj2);
      f.x += delx * scale;
      f.y += dely * scale;
      f.z += delz * scale;
    }
  }
  force[idx] = f;
}
// Nine points with a tile of rows in local memory; the pitch is padded.
#define ROWS 4
inline int to_global_row(int group, int rows, int row) { return group * rows + row; }
inline int to_flat(int row, int col, int width) { return row * width + col; }
__kernel __attribute__((reqd_work_group_size(1, BLOCK, 1)))
void stencil9(__global const float *data, __global float *newData, const int alignment, const float wc, const float wa, const float wd, __local float *sh) {
  const int gRow = get_group_id(0), gCol = get_group_id(1), nCols = get_num_groups(1), lCol = get_local_id(1);
  const int width = nCols * BLOCK + 2;
  const int padded = width + (((width % alignment) == 0) ? 0 : (alignment - (width % alignment)));
  const int lWidth = BLOCK + 2, col = gCol * BLOCK + lCol;
  for (int i = 0; i < ROWS + 2; i++) sh[to_flat(i, lCol, lWidth)] = data[to_flat(to_global_row(gRow, ROWS, i), col, padded)];
  if (lCol == 0 || lCol == 1)
    for (int i = 0; i < ROWS + 2; i++)
      sh[to_flat(i, lCol + BLOCK, lWidth)] = data[to_flat(to_global_row(gRow, ROWS, i), col + BLOCK, padded)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < ROWS; i++) {
    const int c = to_flat(i + 1, lCol + 1, lWidth);
    newData[to_flat(to_global_row(gRow, ROWS, i + 1), col + 1, padded)] =
        wc * sh[c] + wa * (sh[c - 1] + sh[c + 1] + sh[c - lWidth] + sh[c + lWidth]) +
        wd * (sh[c - 1 - lWidth] + sh[c + 1 - lWidth] + sh[c - 1 + lWidth] + sh[c + 1 + lWidth]);
  }
}
// Sparse matrix times vector, ELLPACK and a group a row.
__kernel void spmv_ell(__global const float *val, __global const float *vec, __global const int *cols, __global const int *lengths, const int dim, __global float *out) {
  uint t = get_global_id(0);
  if (t < dim) {
    float result = 0.0f;
    int most = lengths[t];
    for (int i = 0; i < most; i++) result += val[i * dim + t] * vec[cols[i * dim + t]];
    out[t] = result;
  }
}
// Radix sort: histogram of digits per work-item, then their place.
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void radix_histogram(__global const uint *in, __global int *isums, const int n, __local int *lmem, const uint shift) {
  int region4 = ((n / 4) / get_num_groups(0)) * 4;
  int start = get_group_id(0) * region4;
  int stop = (get_group_id(0) == get_num_groups(0) - 1) ? n : start + region4;
  int i = start + get_local_id(0);
  int digits[4] = {0, 0, 0, 0};
  while (i < stop) {
    digits[(in[i] >> shift) & 3U]++;
    i += get_local_size(0);
  }
  for (int d = 0; d < 4; d++) {
    lmem[get_local_id(0)] = digits[d];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
      if (get_local_id(0) < s) lmem[get_local_id(0)] += lmem[get_local_id(0) + s];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_local_id(0) == 0) isums[d * get_num_groups(0) + get_group_id(0)] = lmem[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
// A pass of a radix-2 FFT (Stockham), complex numbers as float2.
__kernel void fft_stockham(__global const float2 *x, __global float2 *y, int p) {
  int i = get_global_id(0), t = get_global_size(0);
  int k = i & (p - 1);
  float2 u0 = x[i], u1 = x[i + t];
  float angle = -3.14159265f * (float)k / (float)p;
  float2 w = (float2)(native_cos(angle), native_sin(angle));
  u1 = (float2)(u1.x * w.x - u1.y * w.y, u1.x * w.y + u1.y * w.x);
  int j = ((i - k) << 1) + k;
  y[j] = u0 + u1;
  y[j + p] = u0 - u1;
}
