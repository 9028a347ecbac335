// Continuous wavelet transform by direct correlation: 64 times x 4 scales per work-group, the piece
// of the signal that the four scales need in local memory. The scales are sorted by their half
// width; wavelet holds 2 * half + 1 complex samples of each, from wav_ptr on.
#define BX 64
#define BY 4

__kernel __attribute__((reqd_work_group_size(BX, BY, 1)))
void cwt_morlet(__global const float *restrict signal,
                __global const float2 *restrict wavelet,
                __global const int *restrict wav_ptr,
                __global const int *restrict half_width,
                __global float2 *restrict coef,
                __global float *restrict power,
                const int nsamples)
{
    __local float piece[2 * BX];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int t = get_global_id(0);
    const int t0 = get_group_id(0) * BX;
    const int scale = get_global_id(1);
    const int own = half_width[scale];
    const int widest = half_width[get_group_id(1) * BY + BY - 1];
    __global const float2 *psi = wavelet + wav_ptr[scale] + own;

    float re = 0.0f, im = 0.0f;
    for (int k0 = -widest; k0 <= widest; k0 += BX) {
        const int lin = ly * BX + lx;
        if (lin < 2 * BX) {
            const int s = t0 + k0 + lin;
            piece[lin] = s >= 0 && s < nsamples ? signal[s] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        const int first = max(-own - k0, 0);
        const int last = min(own - k0, BX - 1);
        for (int j = first; j <= last; j++) {
            const float2 w = psi[k0 + j];
            const float v = piece[lx + j];
            re = mad(v, w.x, re);
            im = mad(-v, w.y, im);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (t < nsamples) {
        coef[scale * nsamples + t] = (float2)(re, im);
        power[scale * nsamples + t] = re * re + im * im;
    }
}
