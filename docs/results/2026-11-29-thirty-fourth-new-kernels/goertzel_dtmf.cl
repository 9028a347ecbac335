// Dial tones out of many telephone channels: eight Goertzel filters side by side over each block of
// 8 kHz sound, then the usual tests of level, twist and purity.
#define BLOCK 205

__kernel void goertzel_dtmf(__global const short *restrict pcm,        // nchannels x nsamples
                            __global const float8 *restrict tones,     // 2 cos(2 pi k / N)
                            __global uchar *restrict symbol,           // nchannels x nblocks, 255: none
                            __global float *restrict level,
                            const int nsamples,
                            const int nblocks,
                            const int hop,
                            const float floor_energy,
                            const float twist)
{
    const int block = get_global_id(0);
    const int channel = get_global_id(1);
    if (block >= nblocks)
        return;

    __global const short *x = pcm + (size_t)channel * nsamples + (size_t)block * hop;
    const float8 c = tones[0];
    float8 s1 = (float8)(0.0f);
    float8 s2 = (float8)(0.0f);
    float energy = 0.0f;
    for (int i = 0; i < BLOCK; i++) {
        const float v = x[i] * (1.0f / 32768.0f);
        const float8 s0 = fma(c, s1, v - s2);
        energy = fma(v, v, energy);
        s2 = s1;
        s1 = s0;
    }
    const float8 p = s1 * s1 + s2 * s2 - c * s1 * s2;

    const int out = channel * nblocks + block;
    level[out] = energy;
    uchar found = 255;
    if (energy > floor_energy) {
        const float power[8] = {p.s0, p.s1, p.s2, p.s3, p.s4, p.s5, p.s6, p.s7};
        int row = 0;
        int col = 4;
        for (int k = 1; k < 4; k++) {
            if (power[k] > power[row])
                row = k;
            if (power[4 + k] > power[col])
                col = 4 + k;
        }
        bool good = power[col] < power[row] * twist && power[row] < power[col] * twist * 2.0f;
        for (int k = 0; k < 8 && good; k++) {
            const float top = k < 4 ? power[row] : power[col];
            if (k != row && k != col && power[k] * 6.0f > top)
                good = false;
        }
        if (good && (power[row] + power[col]) > 0.35f * energy * BLOCK * 0.5f)
            found = (uchar)(row * 4 + col - 4);
    }
    symbol[out] = found;
}
