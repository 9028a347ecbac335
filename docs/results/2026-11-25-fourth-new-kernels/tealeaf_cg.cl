// Heat conduction, implicit (TeaLeaf): w = A p of the conjugate gradients with the five-point matrix of the face
// conductivities, and the groups' parts of the dot product p.w, summed in local memory. Two cells of halo all round.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define WIDE 32
#define HIGH 4

kernel void tealeaf_cg(global const double *restrict p, global const double *restrict kx,
                       global const double *restrict ky, global double *restrict w, global double *restrict parts,
                       int nx, int ny, double rx, double ry) {
  local double sums[WIDE * HIGH];
  const int x = get_global_id(0), y = get_global_id(1), pitch = nx + 4;
  const int item = get_local_id(1) * WIDE + get_local_id(0);
  double product = 0.0;
  if (x < nx && y < ny) {
    const int at = (y + 2) * pitch + x + 2;
    const double west = rx * kx[at], east = rx * kx[at + 1], south = ry * ky[at], north = ry * ky[at + pitch];
    const double here = p[at];
    const double value = (1.0 + west + east + south + north) * here - (east * p[at + 1] + west * p[at - 1]) -
                         (north * p[at + pitch] + south * p[at - pitch]);
    w[at] = value;
    product = value * here;
  }
  sums[item] = product;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_way = WIDE * HIGH / 2; half_way > 0; half_way /= 2) {
    if (item < half_way) sums[item] += sums[item + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) parts[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = sums[0];
}
