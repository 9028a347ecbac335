// Fourth-order horizontal diffusion with monotonic flux limiter (COSMO dynamical core).
// NDRange: (nx, ny, nz / KBLOCK); each work-item walks KBLOCK levels of one column.
#ifndef KBLOCK
#define KBLOCK 4
#endif

inline float laplace(__global const float *f, int c, int sj)
{
    return 4.0f * f[c] - (f[c - 1] + f[c + 1] + f[c - sj] + f[c + sj]);
}

inline float limited(float lap_hi, float lap_lo, float hi, float lo)
{
    const float flux = lap_hi - lap_lo;
    return flux * (hi - lo) > 0.0f ? 0.0f : flux;
}

__kernel void cosmo_hdiff(__global const float *restrict in,
                          __global const float *restrict hdmask,
                          __global float *restrict out,
                          const int nx, const int ny)
{
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    const int sj = nx;
    const int sk = nx * ny;
    int c = get_global_id(2) * KBLOCK * sk + j * sj + i;

    if (i < 2 || i >= nx - 2 || j < 2 || j >= ny - 2) {
        for (int k = 0; k < KBLOCK; k++, c += sk)
            out[c] = in[c];
        return;
    }

    for (int k = 0; k < KBLOCK; k++, c += sk) {
        const float mid = in[c];
        const float lap = laplace(in, c, sj);
        const float flx_e = limited(laplace(in, c + 1, sj), lap, in[c + 1], mid);
        const float flx_w = limited(lap, laplace(in, c - 1, sj), mid, in[c - 1]);
        const float fly_n = limited(laplace(in, c + sj, sj), lap, in[c + sj], mid);
        const float fly_s = limited(lap, laplace(in, c - sj, sj), mid, in[c - sj]);
        out[c] = mid - hdmask[c] * (flx_e - flx_w + fly_n - fly_s);
    }
}
