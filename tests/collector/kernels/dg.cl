#define NP 8
// Differentiation in one direction of a reference element: a dense NP x NP operator per element.
__kernel void dg_diff(__global const float *restrict d, __global const float *restrict u, __global float *restrict du, int elements) {
  const int i = get_local_id(0), e = get_group_id(0);
  for (int axis = 0; axis < 3; ++axis) {
    float s = 0.0f;
    for (int j = 0; j < NP; ++j) s += d[(axis * NP + i) * NP + j] * u[e * NP + j];
    du[(axis * elements + e) * NP + i] = s;
  }
}
// Tensor product: three one-dimensional contractions of a cube in local memory.
#define Q 4
__kernel __attribute__((reqd_work_group_size(Q, Q, Q)))
void sem_gradient(__constant float *d, __global const double *restrict u, __global double *restrict g) {
  __local double t[Q][Q][Q];
  const int i = get_local_id(0), j = get_local_id(1), k = get_local_id(2), e = get_group_id(0);
  const int node = ((e * Q + k) * Q + j) * Q + i;
  t[k][j][i] = u[node];
  barrier(CLK_LOCAL_MEM_FENCE);
  double r = 0, s = 0, q = 0;
  for (int m = 0; m < Q; ++m) {
    r += d[i * Q + m] * t[k][j][m];
    s += d[j * Q + m] * t[k][m][i];
    q += d[k * Q + m] * t[m][j][i];
  }
  g[3 * node] = r;
  g[3 * node + 1] = s;
  g[3 * node + 2] = q;
}
// Surface flux: connectivity is data.
__kernel void dg_flux(__global const int *restrict map_minus, __global const int *restrict map_plus, __global const float *restrict u,
                      __global const float *restrict nx, __global float *restrict flux, int faces) {
  const int f = get_global_id(0);
  if (f < faces) {
    const float um = u[map_minus[f]], up = u[map_plus[f]];
    flux[f] = 0.5f * (um - up) * (nx[f] - 1.0f);
  }
}
