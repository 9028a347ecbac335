// Cepstral coefficients of speech: a work-group takes one frame of 400 samples (padded to 512), a real
// transform by a complex one of 256 points (radix 4, 64 work-items), mel bands, logarithm, cosines.
#define WG 64
#define FRAME 400
#define MAX_BANDS 40

static inline float2 cmul(const float2 a, const float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

static inline float emphasised(__global const short *restrict pcm, const int start, const int k, __global const float *restrict window,
                               const float preemph)
{
    if (k >= FRAME)
        return 0.0f;
    const float before = start + k > 0 ? (float)pcm[start + k - 1] : 0.0f;
    return ((float)pcm[start + k] - preemph * before) * window[k];
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void mfcc_frames(__global const short *restrict pcm,
                 __global const float *restrict window,
                 __global const float2 *restrict twiddle,       // exp(-2 pi i n / 512)
                 __global const int4 *restrict bands,           // first bin, count, where its weights start
                 __global const float *restrict band_weight,
                 __global const float *restrict cosines,
                 __global float *restrict ceps,
                 const int hop,
                 const int nbands,
                 const int nceps,
                 const float preemph)
{
    __local float2 z[256];
    __local float power[257];
    __local float mel[MAX_BANDS];

    const int lid = get_local_id(0);
    const int frame = get_group_id(0);
    const int start = frame * hop;

    for (int k = lid; k < 256; k += WG)
        z[k] = (float2)(emphasised(pcm, start, 2 * k, window, preemph), emphasised(pcm, start, 2 * k + 1, window, preemph));
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int ns = 1; ns < 256; ns *= 4) {
        const int j = lid & (ns - 1);
        const int turn = j * (128 / ns);
        const float2 a = z[lid];
        const float2 b = cmul(z[lid + 64], twiddle[turn]);
        const float2 c = cmul(z[lid + 128], twiddle[2 * turn]);
        const float2 d = cmul(z[lid + 192], twiddle[3 * turn]);
        const float2 ac = a + c, am = a - c;
        const float2 bd = b + d, bm = (float2)(b.y - d.y, d.x - b.x);      // -i (b - d)
        barrier(CLK_LOCAL_MEM_FENCE);
        const int to = (lid - j) * 4 + j;
        z[to] = ac + bd;
        z[to + ns] = am + bm;
        z[to + 2 * ns] = ac - bd;
        z[to + 3 * ns] = am - bm;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int k = lid; k <= 256; k += WG) {
        const float2 a = z[k & 255];
        const float2 b = z[(256 - k) & 255];
        const float2 even = 0.5f * (float2)(a.x + b.x, a.y - b.y);
        const float2 odd = 0.5f * (float2)(a.y + b.y, b.x - a.x);
        const float2 full = even + cmul(twiddle[k], odd);
        power[k] = dot(full, full) * (1.0f / 512.0f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int b = lid; b < nbands; b += WG) {
        const int4 band = bands[b];
        float e = 0.0f;
        for (int k = 0; k < band.y; k++)
            e = mad(power[band.x + k], band_weight[band.z + k], e);
        mel[b] = log(fmax(e, 1e-10f));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int c = lid; c < nceps; c += WG) {
        float s = 0.0f;
        for (int b = 0; b < nbands; b++)
            s = mad(cosines[c * nbands + b], mel[b], s);
        ceps[frame * nceps + c] = s;
    }
}
