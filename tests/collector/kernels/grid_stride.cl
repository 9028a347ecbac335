__kernel void scale_stride(__global float *x, float a, ulong n) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) x[i] *= a;
}
// Rows over dimension 1, columns over dimension 0, both strided by the launch.
__kernel void add_2d_stride(__global const float *restrict a, __global const float *restrict b, __global float *restrict c, int w, int h) {
  for (int y = get_global_id(1); y < h; y += get_global_size(1))
    for (int x = get_global_id(0); x < w; x += get_global_size(0)) c[y * w + x] = a[y * w + x] + b[y * w + x];
}
// Mixed radix: groups take rows, local items take columns, with different strides.
__kernel void row_norms(__global const float *restrict a, __global float *restrict partial, int rows, int cols) {
  const int l = get_local_id(0), w = get_local_size(0);
  for (int r = get_group_id(0); r < rows; r += get_num_groups(0)) {
    float s = 0.0f;
    for (int c = l; c < cols; c += w) s += a[r * cols + c] * a[r * cols + c];
    partial[r * w + l] = s;
  }
}
// Mixed radix in one index: blocks of work per group, strided within, strided between.
__kernel void blocked_stride(__global const int *restrict in, __global int *restrict out, int n, int block) {
  const int l = get_local_id(0), w = get_local_size(0);
  for (int start = get_group_id(0) * block; start < n; start += get_num_groups(0) * block)
    for (int i = start + l; i < start + block && i < n; i += w) out[i] = in[i] + 1;
}
// Tiles of a matrix numbered along one dimension, decomposed with / and %.
__kernel void tile_list(__global float *a, int tiles_x, int tiles_y, int pitch) {
  for (int t = get_group_id(0); t < tiles_x * tiles_y; t += get_num_groups(0)) {
    const int tx = t % tiles_x, ty = t / tiles_x;
    for (int r = 0; r < 4; ++r) a[(ty * 4 + r) * pitch + tx * get_local_size(0) + get_local_id(0)] = 0.0f;
  }
}
