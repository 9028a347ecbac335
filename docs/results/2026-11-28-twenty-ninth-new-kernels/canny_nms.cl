// Middle part of Canny's edge detector on a smoothed grey picture: Sobel gradients, thinning along
// the gradient (non-maximum suppression) and the two thresholds; work-groups of 32x8 pixels.
// edges: 0 none, 1 weak, 2 strong; totals: weak and strong pixels of the picture.
#define BW 32
#define BH 8

__kernel __attribute__((reqd_work_group_size(BW, BH, 1)))
void canny_nms(__global const uchar *restrict src,
               __global uchar *restrict edges,
               __global uint *restrict totals,
               const int width,
               const int height,
               const int stride,
               const int low,
               const int high)
{
    __local uchar pix[BH + 4][BW + 4];
    __local short2 grad[BH + 2][BW + 2];
    __local int mag[BH + 2][BW + 2];
    __local uint sums[2];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int lin = ly * BW + lx;
    const int x0 = get_group_id(0) * BW;
    const int y0 = get_group_id(1) * BH;

    if (lin < 2)
        sums[lin] = 0;
    for (int i = lin; i < (BW + 4) * (BH + 4); i += BW * BH) {
        const int ty = i / (BW + 4);
        const int tx = i - ty * (BW + 4);
        const int sx = clamp(x0 + tx - 2, 0, width - 1);
        const int sy = clamp(y0 + ty - 2, 0, height - 1);
        pix[ty][tx] = src[sy * stride + sx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = lin; i < (BW + 2) * (BH + 2); i += BW * BH) {
        const int ty = i / (BW + 2);
        const int tx = i - ty * (BW + 2);
        const int a = pix[ty][tx], b = pix[ty][tx + 1], c = pix[ty][tx + 2];
        const int d = pix[ty + 1][tx], f = pix[ty + 1][tx + 2];
        const int g = pix[ty + 2][tx], h = pix[ty + 2][tx + 1], j = pix[ty + 2][tx + 2];
        const int gx = c + 2 * f + j - a - 2 * d - g;
        const int gy = g + 2 * h + j - a - 2 * b - c;
        grad[ty][tx] = (short2)((short)gx, (short)gy);
        mag[ty][tx] = abs(gx) + abs(gy);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = x0 + lx;
    const int y = y0 + ly;
    if (x < width && y < height) {
        const int m = mag[ly + 1][lx + 1];
        uchar label = 0;
        if (m > low) {
            const int gx = grad[ly + 1][lx + 1].x;
            const int gy = grad[ly + 1][lx + 1].y;
            const int ax = abs(gx);
            const int ay = abs(gy) << 15;
            const int tan22 = ax * 13573;
            bool peak;
            if (ay < tan22) {
                peak = m > mag[ly + 1][lx] && m >= mag[ly + 1][lx + 2];
            } else if (ay > tan22 + (ax << 16)) {
                peak = m > mag[ly][lx + 1] && m >= mag[ly + 2][lx + 1];
            } else {
                const int s = (gx ^ gy) < 0 ? -1 : 1;
                peak = m > mag[ly][lx + 1 - s] && m > mag[ly + 2][lx + 1 + s];
            }
            if (peak)
                label = m > high ? 2 : 1;
        }
        edges[y * stride + x] = label;
        if (label)
            atomic_inc(&sums[label - 1]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lin < 2 && sums[lin])
        atomic_add(&totals[lin], sums[lin]);
}
