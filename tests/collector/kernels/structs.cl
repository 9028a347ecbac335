typedef struct {
  float3 position;
  float3 velocity;
  float mass;
  int kind;
} Particle;
__kernel void integrate(__global Particle *restrict p, int n, float dt) {
  const int i = get_global_id(0);
  if (i >= n) return;
  p[i].position += p[i].velocity * dt;
  if (p[i].kind == 2) p[i].velocity *= 0.5f;
}
typedef struct { double re, im; } Complex;
__kernel void complex_axpy(Complex alpha, __global const Complex *restrict x, __global Complex *restrict y, uint n) {
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    const Complex xi = x[i];
    y[i].re += alpha.re * xi.re - alpha.im * xi.im;
    y[i].im += alpha.re * xi.im + alpha.im * xi.re;
  }
}
typedef struct { int nx, ny; float spacing; } Grid;
// The sizes of the loop come in a struct passed by value.
__kernel void gradient_magnitude(Grid grid, __global const float *restrict u, __global float *restrict out, int n) {
  const int i = get_global_id(0);
  if (i < n - 1) out[i] = fabs(u[i + 1] - u[i]) / grid.spacing;
}
typedef struct { float x[4]; float y[4]; } Block;
// Array of structures of arrays.
__kernel void aosoa(__global Block *restrict b, int blocks) {
  const int g = get_global_id(0) / 4, l = get_global_id(0) % 4;
  if (g < blocks) b[g].y[l] = b[g].x[l] * 2.0f + b[g].y[3 - l];
}
