// Ten kernels that no part of clgauge had seen when their times were predicted.

// Horner's rule, degree 12: arithmetic on one stream.
kernel void horner(global const float *restrict x, global float *restrict y, uint n) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  const float t = x[i];
  float s = 1.0f / 479001600;
  s = s * t + 1.0f / 39916800;
  s = s * t + 1.0f / 3628800;
  s = s * t + 1.0f / 362880;
  s = s * t + 1.0f / 40320;
  s = s * t + 1.0f / 5040;
  s = s * t + 1.0f / 720;
  s = s * t + 1.0f / 120;
  s = s * t + 1.0f / 24;
  s = s * t + 1.0f / 6;
  s = s * t + 0.5f;
  s = s * t + 1.0f;
  y[i] = s * t + 1.0f;
}

// Dot products of the rows of two matrices.
kernel void row_dot(global const float *restrict a, global const float *restrict b,
                    global float *restrict y, int rows, int columns) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  float s = 0;
  for (int j = 0; j < columns; ++j) s += a[row * columns + j] * b[row * columns + j];
  y[row] = s;
}

// All 27 neighbours in a cube.
kernel void box27(global const float *restrict u, global float *restrict v, int n) {
  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2) + 1;
  const int w = n + 2;
  float s = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) s += u[((z + dz) * w + y + dy) * w + x + dx];
  v[(z * w + y) * w + x] = s * (1.0f / 27);
}

// Bytes in, floats between, bytes out.
kernel void rgb_to_yuv(global const uchar *restrict rgb, global uchar *restrict yuv, int pixels) {
  const int i = get_global_id(0);
  if (i >= pixels) return;
  const float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  yuv[i] = convert_uchar_sat(0.299f * r + 0.587f * g + 0.114f * b);
  yuv[pixels + i] = convert_uchar_sat(128 - 0.169f * r - 0.331f * g + 0.5f * b);
  yuv[2 * pixels + i] = convert_uchar_sat(128 + 0.5f * r - 0.419f * g - 0.081f * b);
}

// One step of lattice Boltzmann in two dimensions with nine velocities, a plane for each.
kernel void lbm_d2q9(global const float *restrict f, global float *restrict out, int n,
                     float omega) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int plane = n * n, i = y * n + x;
  const int e = x + 1 < n ? x + 1 : 0, w = x > 0 ? x - 1 : n - 1;
  const int s = y + 1 < n ? y + 1 : 0, t = y > 0 ? y - 1 : n - 1;
  const float f0 = f[i];
  const float f1 = f[plane + y * n + w], f2 = f[2 * plane + t * n + x];
  const float f3 = f[3 * plane + y * n + e], f4 = f[4 * plane + s * n + x];
  const float f5 = f[5 * plane + t * n + w], f6 = f[6 * plane + t * n + e];
  const float f7 = f[7 * plane + s * n + e], f8 = f[8 * plane + s * n + w];
  const float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
  const float ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho, uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
  const float square = 1.0f - 1.5f * (ux * ux + uy * uy);
  const float keep = 1.0f - omega, a = omega * rho * (1.0f / 9), b = omega * rho * (1.0f / 36);
  const float p = ux + uy, m = uy - ux;
  out[i] = keep * f0 + omega * rho * (4.0f / 9) * square;
  out[plane + i] = keep * f1 + a * (square + 3 * ux + 4.5f * ux * ux);
  out[2 * plane + i] = keep * f2 + a * (square + 3 * uy + 4.5f * uy * uy);
  out[3 * plane + i] = keep * f3 + a * (square - 3 * ux + 4.5f * ux * ux);
  out[4 * plane + i] = keep * f4 + a * (square - 3 * uy + 4.5f * uy * uy);
  out[5 * plane + i] = keep * f5 + b * (square + 3 * p + 4.5f * p * p);
  out[6 * plane + i] = keep * f6 + b * (square + 3 * m + 4.5f * m * m);
  out[7 * plane + i] = keep * f7 + b * (square - 3 * p + 4.5f * p * p);
  out[8 * plane + i] = keep * f8 + b * (square - 3 * m + 4.5f * m * m);
}

// A transposed matrix times a vector, a column a work-item.
kernel void columns_times_vector(global const double *restrict a, global const double *restrict x,
                                 global double *restrict y, int rows, int columns) {
  const int j = get_global_id(0);
  if (j >= columns) return;
  double s = 0;
  for (int i = 0; i < rows; ++i) s += a[i * columns + j] * x[i];
  y[j] = s;
}

// The nearest of k centres in eight dimensions.
kernel void nearest_centre(global const float *restrict points, global const float *restrict centres,
                           global int *restrict nearest, int n, int k) {
  const int i = get_global_id(0);
  if (i >= n) return;
  float p[8];
  for (int d = 0; d < 8; ++d) p[d] = points[d * n + i];
  float best = MAXFLOAT;
  int at = 0;
  for (int c = 0; c < k; ++c) {
    float distance = 0;
    for (int d = 0; d < 8; ++d) {
      const float apart = p[d] - centres[c * 8 + d];
      distance += apart * apart;
    }
    at = distance < best ? c : at;
    best = fmin(distance, best);
  }
  nearest[i] = at;
}

// Thomas' algorithm: a tridiagonal system a work-item, systems side by side.
kernel void tridiagonal(global const float *restrict lower, global const float *restrict diagonal,
                        global const float *restrict upper, global float *restrict right,
                        global float *restrict work, int systems, int n) {
  const int s = get_global_id(0);
  if (s >= systems) return;
  float c = upper[s] / diagonal[s], d = right[s] / diagonal[s];
  work[s] = c;
  right[s] = d;
  for (int i = 1; i < n; ++i) {
    const int at = i * systems + s;
    const float scale = 1.0f / (diagonal[at] - lower[at] * c);
    c = upper[at] * scale;
    d = (right[at] - lower[at] * d) * scale;
    work[at] = c;
    right[at] = d;
  }
  for (int i = n - 2; i >= 0; --i) {
    const int at = i * systems + s;
    d = right[at] - work[at] * d;
    right[at] = d;
  }
}

// Points in a quarter of a circle, from xorshift: integers, and a chain that nothing breaks.
kernel void monte_carlo(global uint *restrict hits, uint draws) {
  const uint i = get_global_id(0);
  uint state = i * 747796405u + 2891336453u, inside = 0;
  for (uint k = 0; k < draws; ++k) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    const float x = (state & 0xffff) * (1.0f / 65536), y = (state >> 16) * (1.0f / 65536);
    inside += x * x + y * y < 1.0f ? 1 : 0;
  }
  hits[i] = inside;
}

// Seventeen taps over a tile in local memory.
#define RADIUS 8
kernel void local_taps(global const float *restrict in, constant float *taps,
                       global float *restrict out, int n) {
  local float tile[64 + 2 * RADIUS];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l + RADIUS] = in[i + RADIUS];
  if (l < RADIUS) {
    tile[l] = in[i];
    tile[l + 64 + RADIUS] = in[i + 64 + RADIUS];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int k = 0; k <= 2 * RADIUS; ++k) s += taps[k] * tile[l + k];
  out[i] = s;
}
