// SIFT descriptors: a keypoint a work-group; gradients of a turned window go by trilinear weights into 4 x 4 histograms
// of eight directions, fixed-point in local memory, then normalised, clipped and packed to bytes.
#define CELLS 4
#define BINS 8
#define SIZE (CELLS * CELLS * BINS)
#define FIX 65536.0f

__kernel void sift_describe(__global const float *restrict levels,        // nlevels x height x width
                            __global const float4 *restrict keypoint,     // x, y, scale, angle
                            __global const int *restrict level_of,
                            __global uchar *restrict descriptor,
                            __global float *restrict energy,
                            const int width,
                            const int height,
                            const float magnify)
{
    __local int hist[SIZE];
    __local float reduce[64];
    const int lid = get_local_id(0);
    const int wg = get_local_size(0);
    const int id = get_group_id(0);
    const float4 kp = keypoint[id];
    __global const float *img = levels + (size_t)level_of[id] * width * height;
    for (int i = lid; i < SIZE; i += wg)
        hist[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    float c;
    const float s = sincos(kp.w, &c);
    const float cell = magnify * kp.z;
    const int radius = (int)(cell * 1.41421356f * (CELLS + 1) * 0.5f + 0.5f);
    const int cx = convert_int_rte(kp.x);
    const int cy = convert_int_rte(kp.y);
    const int side = 2 * radius + 1;
    for (int i = lid; i < side * side; i += wg) {
        const int dx = i % side - radius;
        const int dy = i / side - radius;
        const int x = cx + dx;
        const int y = cy + dy;
        const float u = (c * dx + s * dy) / cell;
        const float v = (c * dy - s * dx) / cell;
        const float ub = u + CELLS * 0.5f - 0.5f;
        const float vb = v + CELLS * 0.5f - 0.5f;
        if (ub <= -1.0f || ub >= CELLS || vb <= -1.0f || vb >= CELLS || x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
            continue;
        const float gx = img[y * width + x + 1] - img[y * width + x - 1];
        const float gy = img[(y + 1) * width + x] - img[(y - 1) * width + x];
        const float size = hypot(gx, gy) * exp(-(u * u + v * v) / (0.5f * CELLS * CELLS));
        float turn = (atan2(gy, gx) - kp.w) * (BINS * 0.15915494f);
        turn -= BINS * floor(turn / BINS);
        const float u0 = floor(ub);
        const float v0 = floor(vb);
        const float o0 = floor(turn);
        for (int corner = 0; corner < 8; corner++) {
            const int iu = (int)u0 + (corner & 1);
            const int iv = (int)v0 + ((corner >> 1) & 1);
            const int io = ((int)o0 + (corner >> 2)) & (BINS - 1);
            if (iu < 0 || iv < 0 || iu >= CELLS || iv >= CELLS)
                continue;
            const float weight = (corner & 1 ? ub - u0 : 1.0f - ub + u0) * (corner & 2 ? vb - v0 : 1.0f - vb + v0)
                               * (corner & 4 ? turn - o0 : 1.0f - turn + o0);
            atomic_add(&hist[(iv * CELLS + iu) * BINS + io], convert_int_rte(weight * size * FIX));
        }
    }

    float norm = 1.0f;
    float limit = MAXFLOAT;
    for (int round = 0; round < 2; round++) {                             // the second time after the clipping
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = 0.0f;
        for (int i = lid; i < SIZE; i += wg) {
            const float h = fmin(hist[i] / FIX, limit);
            sum = fma(h, h, sum);
        }
        reduce[lid] = sum;
        for (int step = wg >> 1; step > 0; step >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lid < step)
                reduce[lid] += reduce[lid + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        norm = sqrt(reduce[0]) + 1e-7f;
        if (round == 0)
            limit = 0.2f * norm;
    }
    for (int i = lid; i < SIZE; i += wg)
        descriptor[id * SIZE + i] = convert_uchar_sat_rte(512.0f * fmin(hist[i] / FIX, limit) / norm);
    if (lid == 0)
        energy[id] = norm;
}
