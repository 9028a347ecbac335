// Fourteen kernels in the manner of public suites (Rodinia, Parboil, PolyBench, SHOC, AMD's samples),
// written for this study; no part of clgauge had seen them when their times were predicted.

// A step of heat conduction on a chip, four neighbours and a source, tile with halo in local memory.
kernel void hotspot(global const float *restrict t, global const float *restrict power,
                    global float *restrict out, int n, float rx, float ry, float rz, float step) {
  local float tile[10][34];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = max(x - 1, 0), e = min(x + 1, n - 1), s = max(y - 1, 0), u = min(y + 1, n - 1);
  tile[ly + 1][lx + 1] = t[y * n + x];
  if (lx == 0) tile[ly + 1][0] = t[y * n + w];
  if (lx == 31) tile[ly + 1][33] = t[y * n + e];
  if (ly == 0) tile[0][lx + 1] = t[s * n + x];
  if (ly == 7) tile[9][lx + 1] = t[u * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float c = tile[ly + 1][lx + 1];
  out[y * n + x] = c + step * (power[y * n + x] + (tile[ly + 2][lx + 1] + tile[ly][lx + 1] - 2 * c) * ry +
                               (tile[ly + 1][lx + 2] + tile[ly + 1][lx] - 2 * c) * rx + (80.0f - c) * rz);
}

// Rows of a dynamic programme, eight a launch, in local memory: the cheapest of three above.
kernel void pathfinder(global const int *restrict wall, global const int *restrict from,
                       global int *restrict to, int n) {
  local int before[256], after[256];
  const int l = get_local_id(0), x = get_group_id(0) * 240 + l - 8;
  const int column = clamp(x, 0, n - 1);
  before[l] = from[column];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < 8; ++row) {
    const int west = before[max(l - 1, 0)], east = before[min(l + 1, 255)];
    after[l] = min(before[l], min(west, east)) + wall[row * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    before[l] = after[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l >= 8 && l < 248 && x < n) to[x] = before[l];
}

// Diffusion coefficients of speckle reduction: four neighbours and four divisions.
kernel void srad(global const float *restrict image, global float *restrict c, int n, float q0) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = max(x - 1, 0), e = min(x + 1, n - 1), s = max(y - 1, 0), u = min(y + 1, n - 1);
  const float j = image[y * n + x];
  const float dn = image[u * n + x] - j, ds = image[s * n + x] - j;
  const float dw = image[y * n + w] - j, de = image[y * n + e] - j;
  const float g = (dn * dn + ds * ds + dw * dw + de * de) / (j * j);
  const float l = (dn + ds + dw + de) / j;
  const float a = 1.0f + 0.25f * l;
  const float q = (0.5f * g - 0.0625f * l * l) / (a * a);
  c[y * n + x] = clamp(1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0))), 0.0f, 1.0f);
}

// Potential of point charges on a plane of a lattice.
kernel void coulomb(global const float4 *restrict atoms, global float *restrict potential, int n,
                    int count, float spacing, float z) {
  const int i = get_global_id(0), j = get_global_id(1);
  const float x = i * spacing, y = j * spacing;
  float sum = 0;
  for (int k = 0; k < count; ++k) {
    const float4 a = atoms[k];
    const float dx = x - a.x, dy = y - a.y, dz = z - a.z;
    sum += a.w * native_rsqrt(dx * dx + dy * dy + dz * dz);
  }
  potential[j * n + i] += sum;
}

// Both products of PolyBench's gesummv: a work-item walks a row of each matrix.
kernel void gesummv(global const double *restrict a, global const double *restrict b,
                    global const double *restrict x, global double *restrict y, int n, double alpha,
                    double beta) {
  const int i = get_global_id(0);
  if (i >= n) return;
  double s = 0, t = 0;
  for (int j = 0; j < n; ++j) {
    s += a[(long)i * n + j] * x[j];
    t += b[(long)i * n + j] * x[j];
  }
  y[i] = alpha * s + beta * t;
}

// A symmetric update of rank m: rows against rows, only the lower triangle is stored.
kernel void syrk(global const float *restrict a, global float *restrict c, int n, int m, float alpha,
                 float beta) {
  const int j = get_global_id(0), i = get_global_id(1);
  if (j > i) return;
  float s = 0;
  for (int k = 0; k < m; ++k) s += a[i * m + k] * a[j * m + k];
  c[i * n + j] = beta * c[i * n + j] + alpha * s;
}

// Covariances of columns: a triangle of work, columns next to each other.
kernel void covariance(global const float *restrict data, global float *restrict cov, int rows,
                       int columns) {
  const int j = get_global_id(0);
  if (j >= columns) return;
  for (int k = j; k < columns; ++k) {
    float s = 0;
    for (int i = 0; i < rows; ++i) s += data[i * columns + j] * data[i * columns + k];
    cov[j * columns + k] = s / (rows - 1);
  }
}

// The magnetic half of a step of Yee's scheme, double precision.
kernel void fdtd(global const double *restrict ex, global const double *restrict ey,
                 global double *restrict hz, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= n - 1 || y >= n - 1) return;
  hz[y * n + x] -= 0.7 * (ex[y * n + x + 1] - ex[y * n + x] + ey[(y + 1) * n + x] - ey[y * n + x]);
}

// One pivot of all shortest paths.
kernel void floyd_warshall(global int *restrict distance, int n, int pivot) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int through = distance[y * n + pivot] + distance[pivot * n + x];
  if (through < distance[y * n + x]) distance[y * n + x] = through;
}

// Cosine transform of blocks of 8 by 8: two products with a table, the middle in local memory.
kernel void dct8x8(global const float *restrict in, global const float *restrict table,
                   global float *restrict out, int n) {
  local float middle[64];
  const int i = get_local_id(0), j = get_local_id(1);
  const int x = get_group_id(0) * 8, y = get_group_id(1) * 8;
  float s = 0;
  for (int k = 0; k < 8; ++k) s += table[j * 8 + k] * in[(y + k) * n + x + i];
  middle[j * 8 + i] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  s = 0;
  for (int k = 0; k < 8; ++k) s += middle[j * 8 + k] * table[i * 8 + k];
  out[(y + j) * n + x + i] = s;
}

// Edges in an image of four bytes a pixel.
kernel void sobel(global const uchar4 *restrict in, global uchar4 *restrict out, int width) {
  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1, i = y * width + x;
  const float4 a = convert_float4(in[i - width - 1]), b = convert_float4(in[i - width]),
               c = convert_float4(in[i - width + 1]), d = convert_float4(in[i - 1]),
               f = convert_float4(in[i + 1]), g = convert_float4(in[i + width - 1]),
               h = convert_float4(in[i + width]), k = convert_float4(in[i + width + 1]);
  const float4 gx = a + 2 * b + c - g - 2 * h - k, gy = a - c + 2 * d - 2 * f + g - k;
  out[i] = convert_uchar4_sat(sqrt(gx * gx + gy * gy) * 0.5f);
}

// Rounds of a hash over words: integers only, one chain a work-item.
kernel void murmur(global const uint *restrict words, global uint *restrict hashes, int n, int length) {
  const int i = get_global_id(0);
  uint h = 0x9747b28c;
  for (int k = 0; k < length; ++k) {
    uint w = words[k * n + i] * 0xcc9e2d51u;
    w = rotate(w, 15u) * 0x1b873593u;
    h = rotate(h ^ w, 13u) * 5 + 0xe6546b64u;
  }
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  hashes[i] = h;
}

// One level of the fast Walsh transform: pairs at a distance.
kernel void walsh(global float *restrict a, int distance) {
  const int i = get_global_id(0);
  const int group = i / distance, pair = i % distance;
  const int p = group * 2 * distance + pair, q = p + distance;
  const float s = a[p], t = a[q];
  a[p] = s + t;
  a[q] = s - t;
}

// European options by a binomial tree: a step backwards is a barrier.
kernel void binomial(global const float *restrict price, global float *restrict value, int steps,
                     float up, float down) {
  local float tree[256];
  const int l = get_local_id(0);
  tree[l] = fmax(price[get_group_id(0)] * (1.0f + 0.01f * l) - 100.0f, 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < steps; ++step) {
    const float here = tree[l], next = tree[min(l + 1, 255)];
    barrier(CLK_LOCAL_MEM_FENCE);
    tree[l] = up * next + down * here;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) value[get_group_id(0)] = tree[0];
}
