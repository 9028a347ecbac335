#ifndef K
#define K 7
#endif

__kernel void conv2d_clamp(__global const float *src, __global float *dst,
                           __constant float *weights, const int width, const int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    for (int j = 0; j < K; ++j) {
        int yy = clamp(y + j - K / 2, 0, height - 1);
        for (int i = 0; i < K; ++i) {
            int xx = clamp(x + i - K / 2, 0, width - 1);
            sum += weights[j * K + i] * src[yy * width + xx];
        }
    }
    dst[y * width + x] = sum;
}

#define RAD 8
#define BX 16
#define BY 4
#define STEPS 8
/* Rows of a separable filter; a group filters BY rows of BX*STEPS pixels */
__kernel __attribute__((reqd_work_group_size(BX, BY, 1)))
void sep_rows(__global const float *src, __global float *dst,
              __constant float *coef, const int width, const int pitch)
{
    __local float t[BY][(STEPS + 2) * BX];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int base = ((int)get_group_id(0) * STEPS - 1) * BX + lx;
    const int y = get_group_id(1) * BY + ly;
    src += y * pitch;
    dst += y * pitch;
    for (int i = 0; i < STEPS + 2; i++) {
        int x = base + i * BX;
        t[ly][lx + i * BX] = (x >= 0 && x < width) ? src[x] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i <= STEPS; i++) {
        float s = 0.0f;
        for (int j = -RAD; j <= RAD; j++)
            s += coef[RAD - j] * t[ly][lx + i * BX + j];
        if (base + i * BX < width)
            dst[base + i * BX] = s;
    }
}
