// Needs -cl-std=CL2.0 or later: generic pointers, work-group functions, program-scope variables.
__kernel void group_reduce(__global const int *restrict in, __global int *restrict out) {
  const int s = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) out[get_group_id(0)] = s;
}
static float total(const float *p, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i) s += p[i];
  return s;
}
__kernel void generic_pointer(__global const float *restrict a, __global float *restrict y, int n) {
  y[get_global_id(0)] = total(a + get_global_id(0) * n, n);
}
