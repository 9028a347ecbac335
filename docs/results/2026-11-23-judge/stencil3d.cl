/* 7-point wave step that marches along z with the column in registers */
__kernel void wave_march(__global const float *p, __global const float *pold,
                         __global float *pnew, const int nx, const int ny,
                         const int nz, const float c2)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    const int plane = nx * ny;
    int i = y * nx + x;
    float below = p[i];
    float here = p[i + plane];
    for (int z = 1; z < nz - 1; ++z) {
        i += plane;
        float above = p[i + plane];
        float lap = p[i - 1] + p[i + 1] + p[i - nx] + p[i + nx] + below + above - 6.0f * here;
        pnew[i] = 2.0f * here - pold[i] + c2 * lap;
        below = here;
        here = above;
    }
}

/* 27-point box smoother with weights by distance class */
__kernel void box27(__global const float *in, __global float *out,
                    const int nx, const int ny, const int nz)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x == 0 || y == 0 || z == 0 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    const float w[4] = {8.0f / 64, 4.0f / 64, 2.0f / 64, 1.0f / 64};
    float s = 0.0f;
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                s += w[abs(dx) + abs(dy) + abs(dz)]
                   * in[((z + dz) * ny + y + dy) * nx + x + dx];
    out[(z * ny + y) * nx + x] = s;
}
