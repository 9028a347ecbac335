// Ten kernels in the manner of public suites and of production codes, written before they were
// predicted, predicted before they were run.

// STREAM's triad, with indices of type size_t.
__kernel void triad(__global const double* restrict b, __global const double* restrict c,
                    __global double* restrict a, double s) {
  const size_t i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}

// Heat in three dimensions, seven points; a plane of work-items that goes up.
__kernel void heat3d(__global const float* restrict a, __global float* restrict b, int n,
                     int planes) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  for (int z = 1; z < planes - 1; z++) {
    const int c = (z * n + y) * n + x;
    b[c] = 0.4f * a[c] + 0.1f * (a[c - 1] + a[c + 1] + a[c - n] + a[c + n] + a[c - n * n] +
                                 a[c + n * n]);
  }
}

// Batches of products of 4 x 4 matrices, one for each work-item.
__kernel void batch4x4(__global const float* restrict a, __global const float* restrict b,
                       __global float* restrict c) {
  const int m = get_global_id(0) * 16;
  float left[16], right[16];
  for (int i = 0; i < 16; i++) {
    left[i] = a[m + i];
    right[i] = b[m + i];
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      float sum = 0;
      for (int k = 0; k < 4; k++) sum += left[i * 4 + k] * right[k * 4 + j];
      c[m + i * 4 + j] = sum;
    }
}

// An inclusive scan of each group's elements in local memory (Hillis and Steele).
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void scan256(
    __global const int* restrict in, __global int* restrict out) {
  __local int s[2][256];
  const int l = get_local_id(0), g = get_global_id(0);
  int from = 0;
  s[0][l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d *= 2) {
    s[1 - from][l] = l >= d ? s[from][l] + s[from][l - d] : s[from][l];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = s[from][l];
}

// One step of a bitonic sort: comparisons at a distance.
__kernel void bitonic(__global uint* restrict keys, int distance, int width) {
  const int t = get_global_id(0);
  const int low = t % distance;
  const int left = (t - low) * 2 + low;
  const uint a = keys[left], b = keys[left + distance];
  const bool up = ((t / width) & 1) == 0;
  keys[left] = up ? min(a, b) : max(a, b);
  keys[left + distance] = up ? max(a, b) : min(a, b);
}

// A factor of a Kronecker product applied to the last dimension of an array, as codes with spectral
// elements do: the small matrix is read by all.
__kernel void spectral(__global const double* restrict d, __global const double* restrict u,
                       __global double* restrict v, int order) {
  const int e = get_global_id(0);
  for (int i = 0; i < order; i++) {
    double sum = 0;
    for (int j = 0; j < order; j++) sum += d[i * order + j] * u[e * order + j];
    v[e * order + i] = sum;
  }
}

// The sum of each column of a matrix stored by rows.
__kernel void column_sums(__global const float* restrict a, __global float* restrict sums, int rows,
                          int columns) {
  const int c = get_global_id(0);
  float sum = 0;
  for (int r = 0; r < rows; r++) sum += a[r * columns + c];
  sums[c] = sum;
}

// Distances between all pairs of points in d dimensions, points by rows.
__kernel void distances(__global const float* restrict p, __global float* restrict dist, int n,
                        int d) {
  const int i = get_global_id(1), j = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < d; k++) {
    const float delta = p[i * d + k] - p[j * d + k];
    sum += delta * delta;
  }
  dist[i * n + j] = sqrt(sum);
}

// A step of a two-dimensional upwind advection, in conserved form.
__kernel void upwind(__global const float* restrict q, __global const float* restrict u,
                     __global const float* restrict v, __global float* restrict next, int n,
                     float dt) {
  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  const int w = n + 2, c = y * w + x;
  const float west = u[c] > 0 ? u[c] * q[c - 1] : u[c] * q[c];
  const float east = u[c + 1] > 0 ? u[c + 1] * q[c] : u[c + 1] * q[c + 1];
  const float south = v[c] > 0 ? v[c] * q[c - w] : v[c] * q[c];
  const float north = v[c + w] > 0 ? v[c + w] * q[c] : v[c + w] * q[c + w];
  next[c] = q[c] - dt * (east - west + north - south);
}

// Exponential smoothing of many series, each a row of its own, twice over.
__kernel void smoothing(__global const float* restrict in, __global float* restrict out, int length,
                        float alpha) {
  const int s = get_global_id(0);
  float level = in[s * length], trend = 0;
  for (int t = 0; t < length; t++) {
    const float last = level;
    level = alpha * in[s * length + t] + (1 - alpha) * (level + trend);
    trend = 0.3f * (level - last) + 0.7f * trend;
    out[s * length + t] = level + trend;
  }
}
