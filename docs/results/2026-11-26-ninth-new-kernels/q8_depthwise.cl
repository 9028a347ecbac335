// 8-bit quantised depthwise 3 x 3 layer, NHWC, eight channels a work-item, per-channel
// fixed-point requantisation and a fused ReLU6 clamp.
__kernel void q8_depthwise(__global const char *restrict in, __global const char *restrict weights,
                           __global const int *restrict bias, __global const int *restrict multiplier,
                           __global const int *restrict shift, __global char *restrict out,
                           const int in_w, const int in_h, const int out_w, const int out_h,
                           const int channels, const int stride, const int in_zero,
                           const int out_zero, const int act_max)
{
    const int c8 = get_global_id(0);
    const int ox = get_global_id(1);
    const int oy = get_global_id(2);
    if (c8 * 8 >= channels || ox >= out_w || oy >= out_h)
        return;
    int8 acc = vload8(c8, bias);
    const int x0 = ox * stride - 1, y0 = oy * stride - 1;
    for (int ky = 0; ky < 3; ky++) {
        const int y = y0 + ky;
        if (y < 0 || y >= in_h)
            continue;
        for (int kx = 0; kx < 3; kx++) {
            const int x = x0 + kx;
            if (x < 0 || x >= in_w)
                continue;
            short8 a = convert_short8(vload8(c8, in + (y * in_w + x) * channels)) - (short)in_zero;
            short8 w = convert_short8(vload8(c8, weights + (ky * 3 + kx) * channels));
            acc += convert_int8(a) * convert_int8(w);
        }
    }
    const int8 m = vload8(c8, multiplier);
    const int8 s = vload8(c8, shift);
    int8 high = mul_hi(acc << 1, m);
    int8 rounded = (high + ((int8)1 << (s - 1))) >> s;
    int8 q = clamp(rounded + out_zero, out_zero, act_max);
    vstore8(convert_char8_sat(q), c8, out + (oy * out_w + ox) * channels);
}
