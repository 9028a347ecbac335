// out = in permuted by indices that lie within windows of 64 elements.
__kernel void gather_window(__global const float *restrict in, __global const int *restrict index,
                            __global float *restrict out) {
  const int i = get_global_id(0);
  out[i] = in[i / 64 * 64 + index[i]];
}
