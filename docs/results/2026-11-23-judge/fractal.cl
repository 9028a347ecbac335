#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void mandelbrot(__global ushort *img, const int w, const int h,
                         const float x0, const float y0, const float scale, const int maxit)
{
    int px = get_global_id(0);
    int py = get_global_id(1);
    if (px >= w || py >= h)
        return;
    float cr = x0 + px * scale;
    float ci = y0 + py * scale;
    float zr = 0.0f, zi = 0.0f;
    int it = 0;
    while (it < maxit && zr * zr + zi * zi <= 4.0f) {
        float t = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = t;
        ++it;
    }
    img[py * w + px] = (ushort)it;
}

/* Newton's method for z^3 = 1 with early exit, double precision */
__kernel void newton3(__global uchar *img, const int w, const int h, const int maxit)
{
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= w || py >= h)
        return;
    double x = 4.0 * (px + 0.5) / w - 2.0;
    double y = 4.0 * (py + 0.5) / h - 2.0;
    int it;
    for (it = 0; it < maxit; ++it) {
        double x2 = x * x - y * y, y2 = 2.0 * x * y;
        double x3 = x2 * x - y2 * y - 1.0, y3 = x2 * y + y2 * x;
        if (x3 * x3 + y3 * y3 < 1e-12)
            break;
        double d = 3.0 * (x2 * x2 + y2 * y2) + 1e-300;
        double qx = (x3 * x2 + y3 * y2) / d;
        double qy = (y3 * x2 - x3 * y2) / d;
        x -= qx;
        y -= qy;
    }
    img[py * w + px] = (uchar)(it * 3 + (x > 0.0 ? 0 : (y > 0.0 ? 1 : 2)));
}
