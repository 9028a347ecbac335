#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Spectral-element Poisson operator on hexahedra of order NX - 1, layer by layer:
// two elements a work-group, a work-item for each (i, j), the third index in registers.
#define NX 9
#define FACE (NX * NX)
#define POINTS (NX * NX * NX)
#define PER_GROUP 2

__kernel __attribute__((reqd_work_group_size(NX, NX, PER_GROUP)))
void nek_ax(__global const double *restrict u, __global const uint *restrict global_point,
            __global const double *restrict geo,          // [element][6][POINTS]
            __global const double *restrict derivative,   // [NX][NX]
            const uint n_elements, __global double *restrict w)
{
  __local double d[NX][NX];
  __local double layer[PER_GROUP][NX][NX], flux_r[PER_GROUP][NX][NX], flux_s[PER_GROUP][NX][NX];
  const int i = get_local_id(0), j = get_local_id(1), z = get_local_id(2);
  const uint element = get_global_id(2);
  const size_t e = min(element, n_elements - 1);          // the last group may be half empty
  double column[NX], sum[NX];

  if (z == 0)
    d[j][i] = derivative[j * NX + i];
  for (int k = 0; k < NX; k++) {
    column[k] = u[global_point[e * POINTS + k * FACE + j * NX + i]];
    sum[k] = 0.0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k = 0; k < NX; k++) {
    layer[z][j][i] = column[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    double ur = 0.0, us = 0.0, ut = 0.0;
    for (int m = 0; m < NX; m++) {
      ur += d[i][m] * layer[z][j][m];
      us += d[j][m] * layer[z][m][i];
      ut += d[k][m] * column[m];
    }
    __global const double *g = geo + e * 6 * POINTS + k * FACE + j * NX + i;
    const double g_rs = g[POINTS], g_rt = g[2 * POINTS], g_st = g[4 * POINTS];
    flux_r[z][j][i] = g[0] * ur + g_rs * us + g_rt * ut;
    flux_s[z][j][i] = g_rs * ur + g[3 * POINTS] * us + g_st * ut;
    const double flux_t = g_rt * ur + g_st * us + g[5 * POINTS] * ut;
    barrier(CLK_LOCAL_MEM_FENCE);
    double here = 0.0;
    for (int m = 0; m < NX; m++) {
      here += d[m][i] * flux_r[z][j][m] + d[m][j] * flux_s[z][m][i];
      sum[m] += d[k][m] * flux_t;
    }
    sum[k] += here;
  }
  if (element < n_elements)
    for (int k = 0; k < NX; k++)
      w[e * POINTS + k * FACE + j * NX + i] = sum[k];
}
