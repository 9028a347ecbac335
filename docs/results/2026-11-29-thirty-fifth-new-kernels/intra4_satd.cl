// Choice of the H.264 intra mode for every 4x4 block of a luma frame (open loop, neighbours from the source):
// nine predictions, the Hadamard cost of what remains, plus the bits of a mode that differs from the hint.
static inline int f3(const int *e, const int k)
{
    return (e[k - 1] + 2 * e[k] + e[k + 1] + 2) >> 2;
}

static inline int f2(const int *e, const int k)
{
    return (e[k] + e[k + 1] + 1) >> 1;
}

// e: left from the bottom (0..3), the corner (4), above and above right (5..12)
static inline int predict(const int mode, const int *e, const int x, const int y, const int dc)
{
    int z;
    switch (mode) {
    case 0:
        return e[5 + x];
    case 1:
        return e[3 - y];
    case 2:
        return dc;
    case 3:
        return x + y == 6 ? (e[11] + 3 * e[12] + 2) >> 2 : f3(e, 6 + x + y);
    case 4:
        return f3(e, 4 + x - y);
    case 5:
        z = 2 * x - y;
        return z >= 0 ? ((z & 1) ? f3(e, 4 + x - (y >> 1)) : f2(e, 4 + x - (y >> 1))) : z == -1 ? f3(e, 4) : f3(e, 5 - y);
    case 6:
        z = 2 * y - x;
        return z >= 0 ? ((z & 1) ? f3(e, 4 - y + (x >> 1)) : f2(e, 3 - y + (x >> 1))) : z == -1 ? f3(e, 4) : f3(e, 3 + x);
    case 7:
        return (y & 1) ? f3(e, 6 + x + (y >> 1)) : f2(e, 5 + x + (y >> 1));
    default:
        z = x + 2 * y;
        return z > 5 ? e[0] : z == 5 ? (e[1] + 3 * e[0] + 2) >> 2 : (z & 1) ? f3(e, 2 - y - (x >> 1)) : f2(e, 2 - y - (x >> 1));
    }
}

static inline int satd(int *d)
{
    for (int i = 0; i < 4; i++) {
        const int a = d[4 * i] + d[4 * i + 1];
        const int b = d[4 * i] - d[4 * i + 1];
        const int c = d[4 * i + 2] + d[4 * i + 3];
        const int g = d[4 * i + 2] - d[4 * i + 3];
        d[4 * i] = a + c;
        d[4 * i + 1] = b + g;
        d[4 * i + 2] = a - c;
        d[4 * i + 3] = b - g;
    }
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        const int a = d[i] + d[i + 4];
        const int b = d[i] - d[i + 4];
        const int c = d[i + 8] + d[i + 12];
        const int g = d[i + 8] - d[i + 12];
        sum += abs(a + c) + abs(b + g) + abs(a - c) + abs(b - g);
    }
    return (sum + 1) >> 1;
}

__kernel void intra4_satd(__global const uchar *restrict luma,
                          __global const uchar *restrict hint,          // modes of the frame before
                          __global uchar *restrict mode,
                          __global ushort *restrict cost,
                          const int width,
                          const int height,
                          const int lambda)
{
    const int bx = get_global_id(0);
    const int by = get_global_id(1);
    if (bx * 4 >= width || by * 4 >= height)
        return;

    const int x0 = bx * 4;
    const int y0 = by * 4;
    int e[13];
    for (int i = 0; i < 4; i++)
        e[3 - i] = luma[(y0 + i) * width + max(x0 - 1, 0)];
    for (int i = -1; i < 8; i++)
        e[5 + i] = luma[max(y0 - 1, 0) * width + clamp(x0 + i, 0, width - 1)];
    int src[16];
    int dc = 4;
    for (int i = 0; i < 16; i++)
        src[i] = luma[(y0 + (i >> 2)) * width + x0 + (i & 3)];
    for (int i = 0; i < 4; i++)
        dc += e[i] + e[5 + i];
    dc >>= 3;

    const int likely = hint[by * (width / 4) + bx];
    int best = 1 << 30;
    int which = 0;
    for (int m = 0; m < 9; m++) {
        int d[16];
        for (int i = 0; i < 16; i++)
            d[i] = src[i] - predict(m, e, i & 3, i >> 2, dc);
        const int c = satd(d) + lambda * (m == likely ? 1 : 4);
        if (c < best) {
            best = c;
            which = m;
        }
    }
    mode[by * (width / 4) + bx] = (uchar)which;
    cost[by * (width / 4) + bx] = (ushort)min(best, 65535);
}
