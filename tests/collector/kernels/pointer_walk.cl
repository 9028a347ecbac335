__kernel void walk_sum(__global const float *restrict a, __global float *restrict y, int n) {
  __global const float *p = a + get_global_id(0) * n;
  float s = 0.0f;
  for (int k = n; k; --k) s += *p++;
  y[get_global_id(0)] = s;
}
__kernel void walk_until(__global const int *restrict first, __global int *restrict out, int n) {
  __global const int *p = first + get_global_id(0), *const end = first + n;
  int s = 0;
  while (p < end) {
    s += *p;
    p += get_global_size(0);
  }
  out[get_global_id(0)] = s;
}
__kernel void walk_columns(__global const double *a, __global double *b, int rows, int pitch) {
  __global const double *p = a + get_global_id(0);
  __global double *q = b + get_global_id(0) + (rows - 1) * pitch;
  do {
    *q = *p * 2.0;
    p += pitch;
    q -= pitch;
  } while (--rows > 0);
}
__kernel void copy_bytes(__global const uchar *restrict from, __global uchar *restrict to, uint bytes) {
  const uint each = bytes / get_global_size(0);
  __global const uint *f = (__global const uint *)(from + get_global_id(0) * each);
  __global uint *t = (__global uint *)(to + get_global_id(0) * each);
  for (uint k = 0; k < each / 4; ++k) t[k] = f[k];
}
