// 64 iterations of z = z^2 + c for every pixel, none left early; starts inside the set's bulb.
__kernel void mandelbrot_fixed(__global float *restrict out, int width, float step) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const float re = x * step - 0.4f;
  const float im = y * step - 0.1f;
  float zr = 0.0f;
  float zi = 0.0f;
  for (int k = 0; k < 64; ++k) {
    const float next = zr * zr - zi * zi + re;
    zi = 2.0f * zr * zi + im;
    zr = next;
  }
  out[y * width + x] = zr * zr + zi * zi;
}
