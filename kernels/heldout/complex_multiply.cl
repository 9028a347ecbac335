// Products of complex numbers in float64, stored as an array of structures.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct {
  double re;
  double im;
} Complex;

__kernel void complex_multiply(__global const Complex *restrict a, __global const Complex *restrict b,
                               __global Complex *restrict c) {
  const int i = get_global_id(0);
  const Complex x = a[i];
  const Complex y = b[i];
  c[i].re = x.re * y.re - x.im * y.im;
  c[i].im = x.re * y.im + x.im * y.re;
}
