// Cone-beam forward projection, exact path lengths (Siddon, incremental form of Jacobs):
// one ray a work-item, detector columns x detector rows x views.
__kernel void siddon_fp(__global const float *restrict volume, __global const float2 *restrict view_cs,
                        __global float *restrict sino,
                        const int nx, const int ny, const int nz,
                        const int n_u, const int n_v, const int n_views,
                        const float src_iso, const float iso_det, const float pitch)
{
    const int u = get_global_id(0), v = get_global_id(1), view = get_global_id(2);
    if (u >= n_u || v >= n_v || view >= n_views)
        return;

    const float2 cs = view_cs[view];
    const float du = ((float)u - 0.5f * (float)(n_u - 1)) * pitch;
    const float dv = ((float)v - 0.5f * (float)(n_v - 1)) * pitch;
    const float sx = src_iso * cs.x, sy = src_iso * cs.y, sz = 0.0f;
    float dx = -iso_det * cs.x - du * cs.y - sx;
    float dy = -iso_det * cs.y + du * cs.x - sy;
    float dz = dv - sz;
    const float len = sqrt(dx * dx + dy * dy + dz * dz);
    if (fabs(dx) < 1e-4f) dx = dx < 0.0f ? -1e-4f : 1e-4f;
    if (fabs(dy) < 1e-4f) dy = dy < 0.0f ? -1e-4f : 1e-4f;
    if (fabs(dz) < 1e-4f) dz = dz < 0.0f ? -1e-4f : 1e-4f;

    const float hx = 0.5f * (float)nx, hy = 0.5f * (float)ny, hz = 0.5f * (float)nz;
    const float ix = 1.0f / dx, iy = 1.0f / dy, iz = 1.0f / dz;
    const float ax0 = (-hx - sx) * ix, ax1 = (hx - sx) * ix;
    const float ay0 = (-hy - sy) * iy, ay1 = (hy - sy) * iy;
    const float az0 = (-hz - sz) * iz, az1 = (hz - sz) * iz;
    float a = fmax(fmax(fmin(ax0, ax1), fmin(ay0, ay1)), fmax(fmin(az0, az1), 0.0f));
    const float a_end = fmin(fmin(fmax(ax0, ax1), fmax(ay0, ay1)), fmin(fmax(az0, az1), 1.0f));

    const int out = (view * n_v + v) * n_u + u;
    if (a >= a_end) {
        sino[out] = 0.0f;
        return;
    }

    int cx = clamp((int)floor(sx + a * dx + hx), 0, nx - 1);
    int cy = clamp((int)floor(sy + a * dy + hy), 0, ny - 1);
    int cz = clamp((int)floor(sz + a * dz + hz), 0, nz - 1);
    const int stx = dx > 0.0f ? 1 : -1, sty = dy > 0.0f ? 1 : -1, stz = dz > 0.0f ? 1 : -1;
    const float dax = fabs(ix), day = fabs(iy), daz = fabs(iz);
    float nextx = ((float)(cx + (stx > 0)) - hx - sx) * ix;
    float nexty = ((float)(cy + (sty > 0)) - hy - sy) * iy;
    float nextz = ((float)(cz + (stz > 0)) - hz - sz) * iz;

    float sum = 0.0f;
    while (a < a_end) {
        const float mu = volume[(cz * ny + cy) * nx + cx];
        float b;
        if (nextx <= nexty && nextx <= nextz) {
            b = nextx;
            nextx += dax;
            cx += stx;
        } else if (nexty <= nextz) {
            b = nexty;
            nexty += day;
            cy += sty;
        } else {
            b = nextz;
            nextz += daz;
            cz += stz;
        }
        b = fmin(b, a_end);
        sum += fmax(b - a, 0.0f) * mu;
        a = fmax(a, b);
        if ((uint)cx >= (uint)nx || (uint)cy >= (uint)ny || (uint)cz >= (uint)nz)
            break;
    }
    sino[out] = sum * len;
}
