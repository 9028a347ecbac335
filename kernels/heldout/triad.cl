// a = b + s * c, three ways to deal out the elements.
__kernel void triad_item(__global float *restrict a, __global const float *restrict b,
                         __global const float *restrict c, float s, int n) {
  const int i = get_global_id(0);
  if (i < n) a[i] = b[i] + s * c[i];
}

__kernel void triad_vector(__global float4 *restrict a, __global const float4 *restrict b,
                           __global const float4 *restrict c, float s, int n) {
  const int i = get_global_id(0);
  if (i < n / 4) a[i] = b[i] + s * c[i];
}

__kernel void triad_stride(__global float *restrict a, __global const float *restrict b,
                           __global const float *restrict c, float s, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = b[i] + s * c[i];
}
