// Ocean waves: the exchange of energy among four resonant waves by the discrete interaction approximation. A sea point a
// work-group; its spectrum and the strengths of both mirrored quadruplets wait in local memory and are then gathered.
#define DIRS 24
#define FREQS 36
#define TAIL 4                                                            // frequencies above the last, by a power law
#define LAMBDA 0.25f

static inline float spot(__local const float *e, const int k, const int th, const float fk, const float ft)
{
    if (k < 0)
        return k == -1 ? fk * ((1.0f - ft) * e[th] + ft * e[(th + 1) % DIRS]) : 0.0f;
    const int a = k * DIRS;
    const int b = min(k + 1, FREQS + TAIL - 1) * DIRS;
    const int t1 = (th + 1) % DIRS;
    return (1.0f - fk) * ((1.0f - ft) * e[a + th] + ft * e[a + t1]) + fk * ((1.0f - ft) * e[b + th] + ft * e[b + t1]);
}

__kernel void snl_dia(__global const float *restrict spectrum,             // points x FREQS x DIRS
                      __global const float *restrict frequency,            // FREQS + TAIL
                      __global const float *restrict depth_number,         // mean wave number times depth
                      __global const uchar *restrict sea,                  // 0 land, 1 water, 2 ice
                      __global float *restrict source,
                      __global float *restrict slope,                      // the diagonal, for the implicit step
                      const int up_k,                                      // whole rows to the higher and the lower wave
                      const int down_k,
                      const int up_t,
                      const int down_t,
                      const float up_fk,
                      const float down_fk,
                      const float up_ft,
                      const float down_ft,
                      const float strength)
{
    __local float e[(FREQS + TAIL) * DIRS];
    __local float one[(FREQS + TAIL) * DIRS];
    __local float two[(FREQS + TAIL) * DIRS];
    const int th = get_local_id(0);
    const int row = get_local_id(1);
    const int rows = get_local_size(1);
    const int point = get_group_id(2);
    __global const float *in = spectrum + (size_t)point * FREQS * DIRS;
    __global float *out = source + (size_t)point * FREQS * DIRS;
    __global float *diagonal = slope + (size_t)point * FREQS * DIRS;
    if (sea[point] != 1) {
        for (int k = row; k < FREQS; k += rows)
            out[k * DIRS + th] = diagonal[k * DIRS + th] = 0.0f;
        return;
    }
    for (int k = row; k < FREQS + TAIL; k += rows) {
        const float fade = k < FREQS ? 1.0f : pown(frequency[FREQS - 1] / frequency[k], 5);
        e[k * DIRS + th] = in[min(k, FREQS - 1) * DIRS + th] * fade;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const float kd = fmax(0.75f * depth_number[point], 0.5f);
    const float shallow = strength * (1.0f + 5.5f / kd * (1.0f - 0.833f * kd) * exp(-1.25f * kd));
    const float plus4 = 1.0f / pown(1.0f + LAMBDA, 4);
    const float minus4 = 1.0f / pown(1.0f - LAMBDA, 4);
    for (int k = row; k < FREQS + TAIL; k += rows) {
        const float here = e[k * DIRS + th];
        const float f = frequency[k];
        const float f2 = f * f;
        const float scale = shallow * f2 * f2 * f2 * f2 * f2 * f;
        const float p1 = spot(e, k + up_k, (th + up_t) % DIRS, up_fk, up_ft);
        const float m1 = spot(e, k - down_k - 1, (th + DIRS - down_t - 1) % DIRS, 1.0f - down_fk, 1.0f - down_ft);
        const float p2 = spot(e, k + up_k, (th + DIRS - up_t - 1) % DIRS, up_fk, 1.0f - up_ft);
        const float m2 = spot(e, k - down_k - 1, (th + down_t) % DIRS, 1.0f - down_fk, down_ft);
        one[k * DIRS + th] = scale * here * (here * (p1 * plus4 + m1 * minus4) - 2.0f * p1 * m1 * plus4 * minus4);
        two[k * DIRS + th] = scale * here * (here * (p2 * plus4 + m2 * minus4) - 2.0f * p2 * m2 * plus4 * minus4);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = row; k < FREQS; k += rows) {
        float sum = -2.0f * (one[k * DIRS + th] + two[k * DIRS + th]);
        const float here = e[k * DIRS + th];
        if (k - up_k - 1 >= -1) {                                         // those whose higher wave lies here
            sum += (1.0f + LAMBDA) * spot(one, k - up_k - 1, (th + DIRS - up_t - 1) % DIRS, 1.0f - up_fk, 1.0f - up_ft);
            sum += (1.0f + LAMBDA) * spot(two, k - up_k - 1, (th + up_t) % DIRS, 1.0f - up_fk, up_ft);
        }
        if (k + down_k < FREQS + TAIL) {
            sum += (1.0f - LAMBDA) * spot(one, k + down_k, (th + down_t) % DIRS, down_fk, down_ft);
            sum += (1.0f - LAMBDA) * spot(two, k + down_k, (th + DIRS - down_t - 1) % DIRS, down_fk, 1.0f - down_ft);
        }
        out[k * DIRS + th] = sum;
        diagonal[k * DIRS + th] = here > 1e-9f ? fmin(sum / here, 0.0f) : 0.0f;
    }
}
