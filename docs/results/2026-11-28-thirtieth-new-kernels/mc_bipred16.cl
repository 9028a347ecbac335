// Motion compensation of HEVC luma: a work-group predicts a block of 16x16 from one or two earlier
// pictures with quarter-sample vectors, 8-tap filters first along the rows, then down the columns.
#define B 16
#define SPAN (B + 7)

__constant short taps[4][8] = {
    {0, 0, 0, 64, 0, 0, 0, 0},
    {-1, 4, -10, 58, 17, -5, 1, 0},
    {-1, 4, -11, 40, 40, -11, 4, -1},
    {0, 1, -5, 17, 58, -10, 4, -1},
};

__kernel __attribute__((reqd_work_group_size(B, B, 1)))
void mc_bipred16(__global const uchar *restrict ref0,
                 __global const uchar *restrict ref1,
                 __global const short4 *restrict vectors,
                 __global const uchar *restrict mode,
                 __global uchar *restrict pred,
                 const int width,
                 const int height,
                 const int stride)
{
    __local uchar tile[SPAN][SPAN + 1];
    __local short rows[SPAN][B];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int lin = ly * B + lx;
    const int x0 = get_group_id(0) * B;
    const int y0 = get_group_id(1) * B;
    const int block = get_group_id(1) * get_num_groups(0) + get_group_id(0);

    const short4 mv = vectors[block];
    const int used = mode[block];          // 1: the first picture, 2: the second, 3: both
    const int first = used == 2 ? 1 : 0;
    const int last = used == 1 ? 0 : 1;
    int sum = 0;

    for (int list = first; list <= last; list++) {
        __global const uchar *ref = list ? ref1 : ref0;
        const int mx = list ? mv.z : mv.x;
        const int my = list ? mv.w : mv.y;
        const int fx = mx & 3;
        const int fy = my & 3;

        for (int i = lin; i < SPAN * SPAN; i += B * B) {
            const int ty = i / SPAN;
            const int tx = i - ty * SPAN;
            const int sx = clamp(x0 + (mx >> 2) + tx - 3, 0, width - 1);
            const int sy = clamp(y0 + (my >> 2) + ty - 3, 0, height - 1);
            tile[ty][tx] = ref[sy * stride + sx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int ty = ly; ty < SPAN; ty += B) {
            int v = 0;
            if (fx == 0) {
                v = tile[ty][lx + 3] << 6;
            } else {
                for (int t = 0; t < 8; t++)
                    v += taps[fx][t] * tile[ty][lx + t];
            }
            rows[ty][lx] = (short)v;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        if (fy == 0) {
            sum += rows[ly + 3][lx];
        } else {
            int v = 0;
            for (int t = 0; t < 8; t++)
                v += taps[fy][t] * rows[ly + t][lx];
            sum += v >> 6;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    const int x = x0 + lx;
    const int y = y0 + ly;
    if (x < width && y < height) {
        const int shift = used == 3 ? 7 : 6;
        pred[y * stride + x] = convert_uchar_sat((sum + (1 << (shift - 1))) >> shift);
    }
}
