// Shifted-window attention of a Swin transformer: a work-group takes one 7 x 7 window of one head, rolls
// the map by the shift, adds the bias of relative places and masks what the roll brought together.
#define WG 64
#define WIN 7
#define TOKENS (WIN * WIN)
#define DIM 32

static inline int region(const int v, const int size, const int shift)
{
    return v < size - WIN ? 0 : v < size - shift ? 1 : 2;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void swin_window(__global const float4 *restrict qkv,          // [pixel][q, k, v][head][DIM]
                 __global const float *restrict bias,          // [13 * 13][head]
                 __global float4 *restrict out,                // [pixel][head][DIM]
                 const int width,
                 const int height,
                 const int heads,
                 const int shift)
{
    __local float4 keys[TOKENS][DIM / 4];
    __local float4 vals[TOKENS][DIM / 4];
    __local int place[TOKENS];
    __local int zone[TOKENS];

    const int lid = get_local_id(0);
    const int head = get_group_id(1);
    const int per_row = width / WIN;
    const int per_map = per_row * (height / WIN);
    const int map = get_group_id(0) / per_map;
    const int win = get_group_id(0) - map * per_map;
    const int stride = heads * (DIM / 4);

    if (lid < TOKENS) {
        const int x = (win % per_row) * WIN + lid % WIN;
        const int y = (win / per_row) * WIN + lid / WIN;
        int sx = x + shift, sy = y + shift;
        sx -= sx >= width ? width : 0;
        sy -= sy >= height ? height : 0;
        place[lid] = (map * height + sy) * width + sx;
        zone[lid] = shift ? region(y, height, shift) * 3 + region(x, width, shift) : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = lid; e < TOKENS * (DIM / 4); e += WG) {
        const int tok = e / (DIM / 4), d = e % (DIM / 4);
        __global const float4 *src = qkv + place[tok] * 3 * stride + head * (DIM / 4) + d;
        keys[tok][d] = src[stride];
        vals[tok][d] = src[2 * stride];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid >= TOKENS)
        return;

    float4 q[DIM / 4];
    for (int d = 0; d < DIM / 4; d++)
        q[d] = qkv[place[lid] * 3 * stride + head * (DIM / 4) + d] * 0.17677669f;

    const int tx = lid % WIN, ty = lid / WIN;
    float score[TOKENS];
    float top = -INFINITY;
    for (int t = 0; t < TOKENS; t++) {
        float4 acc = (float4)(0.0f);
        for (int d = 0; d < DIM / 4; d++)
            acc = mad(q[d], keys[t][d], acc);
        const int rel = (ty - t / WIN + WIN - 1) * (2 * WIN - 1) + (tx - t % WIN + WIN - 1);
        float s = acc.x + acc.y + acc.z + acc.w + bias[rel * heads + head];
        if (zone[t] != zone[lid])
            s -= 100.0f;
        score[t] = s;
        top = fmax(top, s);
    }

    float sum = 0.0f;
    float4 acc[DIM / 4];
    for (int d = 0; d < DIM / 4; d++)
        acc[d] = (float4)(0.0f);
    for (int t = 0; t < TOKENS; t++) {
        const float p = exp(score[t] - top);
        sum += p;
        for (int d = 0; d < DIM / 4; d++)
            acc[d] = mad((float4)(p), vals[t][d], acc[d]);
    }
    const float inv = 1.0f / sum;
    for (int d = 0; d < DIM / 4; d++)
        out[place[lid] * stride + head * (DIM / 4) + d] = acc[d] * inv;
}
