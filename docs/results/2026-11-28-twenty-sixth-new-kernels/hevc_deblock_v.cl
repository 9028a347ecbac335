// HEVC in-loop deblocking of vertical luma edges on the 8x8 grid, 8-bit, in place.
// NDRange: (width/8, height/4, frames); each work-item filters one 4-row edge segment.

__kernel void hevc_deblock_v(__global uchar *luma,
                             __global const uchar *bs_map,   // 0..2 per segment
                             __global const uchar *qp_map,   // per 8x8 block
                             __constant uchar *beta_tab,     // 52 entries
                             __constant uchar *tc_tab,       // 54 entries
                             int width, int height)
{
    const int ex = get_global_id(0), ey = get_global_id(1), f = get_global_id(2);
    const int ew = width >> 3;
    if (ex == 0)
        return;                                   // picture border

    const int bs = bs_map[(f * (height >> 2) + ey) * ew + ex];
    if (bs == 0)
        return;

    const int qrow = (f * (height >> 3) + (ey >> 1)) * ew;
    const int qp = (qp_map[qrow + ex - 1] + qp_map[qrow + ex] + 1) >> 1;
    const int beta = beta_tab[clamp(qp, 0, 51)];
    const int tc = tc_tab[clamp(qp + 2 * (bs - 1), 0, 53)];

    __global uchar *px = luma + ((size_t)f * height + ey * 4) * width + ex * 8 - 4;
    int8 l[4];                                    // p3 p2 p1 p0 | q0 q1 q2 q3
    for (int y = 0; y < 4; y++)
        l[y] = convert_int8(vload8(0, px + y * width));

    const int dp0 = abs(l[0].s1 - 2 * l[0].s2 + l[0].s3), dp3 = abs(l[3].s1 - 2 * l[3].s2 + l[3].s3);
    const int dq0 = abs(l[0].s6 - 2 * l[0].s5 + l[0].s4), dq3 = abs(l[3].s6 - 2 * l[3].s5 + l[3].s4);
    if (dp0 + dq0 + dp3 + dq3 >= beta)
        return;

    bool strong = true;
    for (int y = 0; y < 4; y += 3) {
        const int dpq = y ? dp3 + dq3 : dp0 + dq0;
        strong = strong && 2 * dpq < (beta >> 2)
              && abs(l[y].s0 - l[y].s3) + abs(l[y].s4 - l[y].s7) < (beta >> 3)
              && abs(l[y].s3 - l[y].s4) < ((5 * tc + 1) >> 1);
    }
    const int side = (beta + (beta >> 1)) >> 3;
    const bool mod_p = dp0 + dp3 < side, mod_q = dq0 + dq3 < side;

    for (int y = 0; y < 4; y++) {
        const int p3 = l[y].s0, p2 = l[y].s1, p1 = l[y].s2, p0 = l[y].s3;
        const int q0 = l[y].s4, q1 = l[y].s5, q2 = l[y].s6, q3 = l[y].s7;
        int8 o = l[y];
        if (strong) {
            o.s3 = clamp((p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3, p0 - 2 * tc, p0 + 2 * tc);
            o.s2 = clamp((p2 + p1 + p0 + q0 + 2) >> 2, p1 - 2 * tc, p1 + 2 * tc);
            o.s1 = clamp((2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3, p2 - 2 * tc, p2 + 2 * tc);
            o.s4 = clamp((p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3, q0 - 2 * tc, q0 + 2 * tc);
            o.s5 = clamp((p0 + q0 + q1 + q2 + 2) >> 2, q1 - 2 * tc, q1 + 2 * tc);
            o.s6 = clamp((p0 + q0 + q1 + 3 * q2 + 2 * q3 + 4) >> 3, q2 - 2 * tc, q2 + 2 * tc);
        } else {
            int delta = (9 * (q0 - p0) - 3 * (q1 - p1) + 8) >> 4;
            if (abs(delta) >= tc * 10)
                continue;
            delta = clamp(delta, -tc, tc);
            o.s3 = p0 + delta;
            o.s4 = q0 - delta;
            if (mod_p)
                o.s2 = p1 + clamp((((p2 + p0 + 1) >> 1) - p1 + delta) >> 1, -(tc >> 1), tc >> 1);
            if (mod_q)
                o.s5 = q1 + clamp((((q2 + q0 + 1) >> 1) - q1 - delta) >> 1, -(tc >> 1), tc >> 1);
        }
        vstore8(convert_uchar8_sat(o), 0, px + y * width);
    }
}
