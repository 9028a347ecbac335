#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* Anisotropic advection-diffusion: 3 points to each side along x, 1 along y */
__kernel void aniso31(__global const float *u, __global float *v,
                      const int nx, const int ny, const float cx, const float cy)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < 3 || x >= nx - 3 || y < 1 || y >= ny - 1)
        return;
    int i = y * nx + x;
    float c = u[i];
    float dxx = 2.0f * (u[i - 3] + u[i + 3]) - 27.0f * (u[i - 2] + u[i + 2])
              + 270.0f * (u[i - 1] + u[i + 1]) - 490.0f * c;
    float dyy = u[i - nx] - 2.0f * c + u[i + nx];
    v[i] = c + cx * (dxx / 180.0f) + cy * dyy;
}

/* Variable-coefficient 5-point operator in double with face averages */
__kernel void varcoef(__global const double *k, __global const double *u,
                      __global double *r, const int nx, const int ny)
{
    int x = get_global_id(0) + 1;
    int y = get_global_id(1) + 1;
    if (x < nx - 1 && y < ny - 1) {
        size_t i = (size_t)y * nx + x;
        double kc = k[i], uc = u[i];
        double kw = 2.0 * kc * k[i - 1] / (kc + k[i - 1] + 1e-30);
        double ke = 2.0 * kc * k[i + 1] / (kc + k[i + 1] + 1e-30);
        double ks = 2.0 * kc * k[i - nx] / (kc + k[i - nx] + 1e-30);
        double kn = 2.0 * kc * k[i + nx] / (kc + k[i + nx] + 1e-30);
        r[i] = kw * (u[i - 1] - uc) + ke * (u[i + 1] - uc)
             + ks * (u[i - nx] - uc) + kn * (u[i + nx] - uc);
    }
}

/* Game of life on a torus, a byte per cell */
__kernel void life(__global const uchar *a, __global uchar *b, const int w, const int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h)
        return;
    int xm = x == 0 ? w - 1 : x - 1;
    int xp = x == w - 1 ? 0 : x + 1;
    int ym = (y == 0 ? h - 1 : y - 1) * w;
    int yp = (y == h - 1 ? 0 : y + 1) * w;
    int yc = y * w;
    int s = a[ym + xm] + a[ym + x] + a[ym + xp] + a[yc + xm] + a[yc + xp]
          + a[yp + xm] + a[yp + x] + a[yp + xp];
    b[yc + x] = (s == 3 || (s == 2 && a[yc + x])) ? 1 : 0;
}
