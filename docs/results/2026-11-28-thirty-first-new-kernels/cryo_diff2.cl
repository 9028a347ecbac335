// Coarse search of orientations in single-particle cryo-EM: a work-group cuts one central slice out of
// the Fourier volume (trilinear) and finds its weighted distance from the image at eight shifts.
#define WG 128

static inline float2 slice_at(__global const float2 *restrict vol, float3 p, const int nx, const int ny, const int start)
{
    const bool flip = p.x < 0.0f;
    p = flip ? -p : p;
    const float3 fl = floor(p);
    const float3 t = p - fl;
    __global const float2 *v = vol + (((int)fl.z - start) * ny + ((int)fl.y - start)) * nx + (int)fl.x;
    const int sz = nx * ny;
    const float2 c00 = mix(v[0], v[1], t.x);
    const float2 c01 = mix(v[nx], v[nx + 1], t.x);
    const float2 c10 = mix(v[sz], v[sz + 1], t.x);
    const float2 c11 = mix(v[sz + nx], v[sz + nx + 1], t.x);
    const float2 c = mix(mix(c00, c01, t.y), mix(c10, c11, t.y), t.z);
    return flip ? (float2)(c.x, -c.y) : c;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void cryo_diff2(__global const float2 *restrict volume,
                __global const float *restrict eulers,
                __global const float2 *restrict image,
                __global const float2 *restrict weight,        // CTF, 1 / (2 sigma^2)
                __global const float8 *restrict shifts,        // x of the eight, y of the eight, in radians a pixel
                __global float8 *restrict diff2,
                const int size,
                const int rmax)
{
    __local float8 part[WG];

    const int lid = get_local_id(0);
    const int orient = get_group_id(0);
    __global const float *e = eulers + orient * 9;
    const float3 ex = (float3)(e[0], e[3], e[6]);
    const float3 ey = (float3)(e[1], e[4], e[7]);
    const float8 tx = shifts[0], ty = shifts[1];

    const int half_width = size / 2 + 1;
    const int pixels = half_width * size;
    const int nx = rmax + 2;
    const int ny = 2 * rmax + 3;
    float8 sum = (float8)(0.0f);

    for (int p = lid; p < pixels; p += WG) {
        const int row = p / half_width;
        const int x = p - row * half_width;
        const int y = row > size / 2 ? row - size : row;
        if (x * x + y * y > rmax * rmax)
            continue;
        const float2 w = weight[p];
        const float2 ref = w.x * slice_at(volume, ex * (float)x + ey * (float)y, nx, ny, -(rmax + 1));
        const float2 img = image[p];
        float8 c;
        const float8 s = sincos(tx * (float)x + ty * (float)y, &c);
        const float8 re = c * img.x - s * img.y - ref.x;
        const float8 im = c * img.y + s * img.x - ref.y;
        sum += w.y * (re * re + im * im);
    }

    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = WG / 2; step > 0; step >>= 1) {
        if (lid < step)
            part[lid] += part[lid + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        diff2[orient] = part[0];
}
