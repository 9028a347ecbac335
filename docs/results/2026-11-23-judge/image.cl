__kernel void rgba_to_gray(__global const uchar4 *in, __global uchar *out, const int n)
{
    int i = get_global_id(0);
    if (i < n) {
        uchar4 p = in[i];
        out[i] = (uchar)((77 * p.x + 150 * p.y + 29 * p.z + 128) >> 8);
    }
}

__kernel void sobel(__global const uchar *in, __global uchar *out, const int w, const int h)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
        return;
    __global const uchar *p = in + y * w + x;
    int gx = -p[-w - 1] + p[-w + 1] - 2 * p[-1] + 2 * p[1] - p[w - 1] + p[w + 1];
    int gy = -p[-w - 1] - 2 * p[-w] - p[-w + 1] + p[w - 1] + 2 * p[w] + p[w + 1];
    float m = sqrt((float)(gx * gx + gy * gy));
    out[y * w + x] = convert_uchar_sat(m);
}

#define SWP(a, b) { uchar t_ = min(a, b); b = max(a, b); a = t_; }
__kernel void median9(__global const uchar *in, __global uchar *out, const int w, const int h)
{
    int x = get_global_id(0) + 1;
    int y = get_global_id(1) + 1;
    if (x >= w - 1 || y >= h - 1)
        return;
    __global const uchar *p = in + y * w + x;
    uchar a0 = p[-w - 1], a1 = p[-w], a2 = p[-w + 1];
    uchar a3 = p[-1], a4 = p[0], a5 = p[1];
    uchar a6 = p[w - 1], a7 = p[w], a8 = p[w + 1];
    SWP(a1, a2) SWP(a4, a5) SWP(a7, a8)
    SWP(a0, a1) SWP(a3, a4) SWP(a6, a7)
    SWP(a1, a2) SWP(a4, a5) SWP(a7, a8)
    SWP(a0, a3) SWP(a5, a8) SWP(a4, a7)
    SWP(a3, a6) SWP(a1, a4) SWP(a2, a5)
    SWP(a4, a7) SWP(a4, a2) SWP(a6, a4)
    SWP(a4, a2)
    out[y * w + x] = a4;
}

__kernel void bilateral(__global const uchar4 *in, __global uchar4 *out,
                        const int w, const int h, const int radius,
                        const float inv_s2, const float inv_r2)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h)
        return;
    float4 c = convert_float4(in[y * w + x]);
    float4 sum = (float4)(0.0f);
    float norm = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy) {
        int yy = clamp(y + dy, 0, h - 1);
        for (int dx = -radius; dx <= radius; ++dx) {
            int xx = clamp(x + dx, 0, w - 1);
            float4 p = convert_float4(in[yy * w + xx]);
            float4 d = p - c;
            float e = (float)(dx * dx + dy * dy) * inv_s2 + dot(d.xyz, d.xyz) * inv_r2;
            float wt = native_exp(-e);
            sum += wt * p;
            norm += wt;
        }
    }
    out[y * w + x] = convert_uchar4_sat(sum / norm);
}

__kernel void hist256(__global const uchar *img, __global uint *hist, const int n)
{
    __local uint h[256];
    int lid = get_local_id(0);
    for (int i = lid; i < 256; i += get_local_size(0))
        h[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&h[img[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < 256; i += get_local_size(0))
        if (h[i])
            atomic_add(&hist[i], h[i]);
}
