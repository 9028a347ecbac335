// NAS parallel benchmarks, EP: pairs of uniform numbers by a linear congruence modulo 2^46 in doubles, accepted within
// the unit circle, made normal, counted in ten rings; a batch a work-item, sums of the work-group in local memory.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ITEMS 32
#define R23 0x1p-23
#define T23 0x1p+23
#define R46 0x1p-46
#define T46 0x1p+46

double next_uniform(double *seed, double a) {
  const double a1 = (int)(R23 * a), a2 = a - T23 * a1;
  const double x1 = (int)(R23 * *seed), x2 = *seed - T23 * x1;
  const double t = a1 * x2 + a2 * x1, z = t - T23 * (int)(R23 * t), u = T23 * z + a2 * x2;
  *seed = u - T46 * (long)(R46 * u);
  return R46 * *seed;
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void ep_pairs(global double2 *restrict sums,
                                                                       global int *restrict rings, int pairs) {
  local double2 t[ITEMS];
  local int counts[10];
  const int item = get_local_id(0);
  if (item < 10) counts[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  double seed = 271828183.0 + 7919.0 * get_global_id(0);
  double2 sum = 0.0;
  for (int k = 0; k < pairs; ++k) {
    const double x = 2.0 * next_uniform(&seed, 1220703125.0) - 1.0, y = 2.0 * next_uniform(&seed, 1220703125.0) - 1.0;
    const double r2 = x * x + y * y;
    if (r2 <= 1.0) {
      const double scale = sqrt(-2.0 * log(r2) / r2);
      const double2 normal = (double2)(x, y) * scale;
      atomic_inc(&counts[(int)fmax(fabs(normal.x), fabs(normal.y))]);
      sum += normal;
    }
  }
  t[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int rest = ITEMS / 2; rest > 0; rest >>= 1) {
    if (item < rest) t[item] += t[item + rest];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) sums[get_group_id(0)] = t[0];
  if (item < 10) rings[get_group_id(0) * 10 + item] = counts[item];
}
