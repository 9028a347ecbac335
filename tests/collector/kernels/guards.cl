// A window of the NDRange does the work; the offset comes as an argument.
__kernel void window(__global float *a, int lo, int hi, int pitch) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= lo && x < hi && y >= lo && y <= hi) a[(y - lo) * pitch + x - lo] = 1.0f;
}
__kernel void halo_exchange(__global float *u, __global float *restrict west, __global float *restrict east, int nx, int ny) {
  const int y = get_global_id(0);
  if (y >= ny) return;
  west[y] = u[(y + 1) * (nx + 2) + 1];
  east[y] = u[(y + 1) * (nx + 2) + nx];
  u[(y + 1) * (nx + 2)] = west[y + ny];
  u[(y + 1) * (nx + 2) + nx + 1] = east[y + ny];
}
__kernel void every_third(__global const float *restrict a, __global float *restrict b, int n) {
  const int i = get_global_id(0);
  if (i < n && i % 3 == 1) b[i / 3] = a[i];
}
__kernel void corner(__global float *a, int n, int c) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x + y < c && x < n && y < n) a[y * n + x] = 0.0f;
  if (x == y && x < n) a[y * n + x] = 1.0f;
  if (x - y > n - c && x < n) a[y * n + x] = 2.0f;
}
__kernel void first_of_group(__global const float *restrict a, __global float *restrict b, int n) {
  if (get_local_id(0) == 0 && get_local_id(1) == get_local_size(1) - 1 && get_group_id(0) > 0)
    b[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = a[n - 1];
}
