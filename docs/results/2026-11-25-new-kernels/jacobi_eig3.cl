// Eigenvalues of many symmetric 3x3 matrices (stress tensors) in double precision by cyclic Jacobi rotations, sorted;
// the six different entries lie in planes of their own.

// Zeroes the entry pq of a matrix; rp and rq are the two other entries that the rotation mixes.
void rotate_pq(double *pp, double *qq, double *pq, double *rp, double *rq) {
  const double off = *pq;
  const double theta = (*qq - *pp) / (2.0 * (off != 0.0 ? off : 1.0));
  const double root = 1.0 / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double t = off != 0.0 ? copysign(root, theta) : 0.0;
  const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
  const double old = *rp;
  *pp -= t * off;
  *qq += t * off;
  *pq = 0.0;
  *rp = c * old - s * *rq;
  *rq = s * old + c * *rq;
}

kernel void jacobi_eig3(global const double *restrict a, global double *restrict values, int n, int sweeps) {
  const int i = get_global_id(0);
  double xx = a[i], yy = a[n + i], zz = a[2 * n + i];
  double xy = a[3 * n + i], xz = a[4 * n + i], yz = a[5 * n + i];
  for (int k = 0; k < sweeps; ++k) {
    rotate_pq(&xx, &yy, &xy, &xz, &yz);
    rotate_pq(&xx, &zz, &xz, &xy, &yz);
    rotate_pq(&yy, &zz, &yz, &xy, &xz);
  }
  const double low = fmin(xx, yy), high = fmax(xx, yy);
  values[i] = fmin(low, zz);
  values[n + i] = fmax(low, fmin(high, zz));
  values[2 * n + i] = fmax(high, zz);
}
