// Finite elements: Laplace's operator applied without a matrix to hexahedra of eight nodes; eight Gauss points, the
// metric of each as six numbers, the gradients of the shapes in constant memory; results an element, summed elsewhere.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void hex8_apply(global const double *restrict u, global const int8 *restrict nodes,
                       global const double *restrict metric, constant double *restrict shapes,
                       global double *restrict out, int elements, int node_count) {
  const int e = get_global_id(0);
  if (e >= elements) return;
  const int8 n = clamp(nodes[e], 0, node_count - 1);
  double v[8], r[8];
  v[0] = u[n.s0];
  v[1] = u[n.s1];
  v[2] = u[n.s2];
  v[3] = u[n.s3];
  v[4] = u[n.s4];
  v[5] = u[n.s5];
  v[6] = u[n.s6];
  v[7] = u[n.s7];
  for (int a = 0; a < 8; ++a) r[a] = 0.0;
  for (int q = 0; q < 8; ++q) {
    double gx = 0.0, gy = 0.0, gz = 0.0;
    for (int a = 0; a < 8; ++a) {
      gx += shapes[(q * 8 + a) * 3] * v[a];
      gy += shapes[(q * 8 + a) * 3 + 1] * v[a];
      gz += shapes[(q * 8 + a) * 3 + 2] * v[a];
    }
    const global double *m = metric + (size_t)(e * 8 + q) * 6;
    const double fx = m[0] * gx + m[1] * gy + m[2] * gz;
    const double fy = m[1] * gx + m[3] * gy + m[4] * gz;
    const double fz = m[2] * gx + m[4] * gy + m[5] * gz;
    for (int a = 0; a < 8; ++a)
      r[a] += shapes[(q * 8 + a) * 3] * fx + shapes[(q * 8 + a) * 3 + 1] * fy + shapes[(q * 8 + a) * 3 + 2] * fz;
  }
  for (int a = 0; a < 8; ++a) out[(size_t)e * 8 + a] = r[a];
}
