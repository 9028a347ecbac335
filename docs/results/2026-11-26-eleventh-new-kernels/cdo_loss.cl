#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Expected tranche losses of credit baskets in a one-factor Gaussian copula:
// the loss distribution given the factor by recursion over the names, then a
// quadrature over the factor.  One work-group a basket, one work-item a node.
#define UNITS 60
#define TRANCHES 4

__constant int attach[TRANCHES + 1] = {0, 3, 7, 15, 45};

__kernel void cdo_loss(__global const double *threshold,   // of each name
                       __global const double *loading,
                       __global const uchar *loss_units,
                       __global const ushort *members,
                       __global const uint *basket_first,
                       __constant double *node, __constant double *weight,
                       const uint n_nodes,
                       __global double *expected,          // [basket][tranche]
                       __local double *partial)
{
  const uint lane = get_local_id(0), lanes = get_local_size(0);
  const uint basket = get_group_id(0);
  double loss[UNITS + 1];
  double share[TRANCHES];
  for (int k = 0; k < TRANCHES; k++)
    share[k] = 0.0;

  if (lane < n_nodes) {
    const double x = node[lane];
    for (int u = 1; u <= UNITS; u++)
      loss[u] = 0.0;
    loss[0] = 1.0;
    int top = 0;
    for (uint m = basket_first[basket]; m < basket_first[basket + 1]; m++) {
      const uint name = members[m];
      const double a = loading[name];
      const double p = 0.5 * erfc(-(threshold[name] - a * x) * rsqrt(2.0 * (1.0 - a * a)));
      const int l = loss_units[name];
      int reach = top + l;
      if (reach > UNITS) {                       // what passes the end stays in the last
        double over = 0.0;
        for (int u = max(UNITS - l, 0) + 1; u <= min(top, UNITS - 1); u++)
          over += loss[u];
        reach = UNITS;
        const double last = loss[UNITS] + over * p + loss[UNITS - l] * p;
        for (int u = UNITS - 1; u >= l; u--)
          loss[u] = loss[u] * (1.0 - p) + loss[u - l] * p;
        loss[UNITS] = last;
      } else {
        for (int u = reach; u >= l; u--)
          loss[u] = loss[u] * (1.0 - p) + loss[u - l] * p;
      }
      for (int u = 0; u < l; u++)
        loss[u] *= 1.0 - p;
      top = reach;
    }
    for (int k = 0; k < TRANCHES; k++) {
      const int low = attach[k], width = attach[k + 1] - low;
      double e = 0.0;
      for (int u = low + 1; u <= top; u++)
        e += loss[u] * min(u - low, width);
      share[k] = weight[lane] * e / width;
    }
  }

  for (int k = 0; k < TRANCHES; k++)
    partial[k * lanes + lane] = share[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint n = lanes; n > 1;) {
    const uint half_n = (n + 1) / 2;
    if (lane + half_n < n)
      for (int k = 0; k < TRANCHES; k++)
        partial[k * lanes + lane] += partial[k * lanes + lane + half_n];
    barrier(CLK_LOCAL_MEM_FENCE);
    n = half_n;
  }
  if (lane < TRANCHES)
    expected[basket * TRANCHES + lane] = partial[lane * lanes];
}
