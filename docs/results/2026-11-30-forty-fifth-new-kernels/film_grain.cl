// Film grain put on decoded pictures (AV1 specification 7.18.3.5; as in dav1d's fgy_32x32xn): an item is four pixels of a row. Every block of
// 32 x 32 takes its grain from a random place of a template; the first two columns and rows are blended with the block before. The grain
// counts by a table of the pixel's brightness.
//   source     height x width: 10 bits
//   offset     block rows x block columns: random byte, place in the template
//   grain      GRAIN_HEIGHT x GRAIN_WIDTH
//   scaling    of each brightness of 8 bits, 257 of them
//   result     height x width
//   width (a multiple of 4), height, columns (blocks of a row), shift, least, most (10 bits)
#define GRAIN_WIDTH 82
#define GRAIN_HEIGHT 73
#define BLOCK 32
#define LOW (-512)
#define HIGH 511

int at_offset(__global const short *restrict grain, const int random, const int x, const int y)
{
    return grain[(3 + 2 * (3 + (random & 15)) + y) * GRAIN_WIDTH + 3 + 2 * (3 + (random >> 4)) + x];
}

int blend(const int old, const int fresh, const int k)
{
    const int sum = k == 0 ? 27 * old + 17 * fresh : 17 * old + 27 * fresh;
    return clamp((sum + 16) >> 5, LOW, HIGH);
}

__kernel void film_grain(__global const ushort *restrict source,
                         __global const uchar *restrict offset,
                         __global const short *restrict grain,
                         __constant uchar *scaling,
                         __global ushort *restrict result,
                         const int width,
                         const int height,
                         const int columns,
                         const int shift,
                         const int least,
                         const int most)
{
    const int x = 4 * get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int column = x / BLOCK;
    const int row = y / BLOCK;
    const int bx = x % BLOCK;
    const int by = y % BLOCK;
    const int here = offset[row * columns + column];
    int noise[4];
    for (int k = 0; k < 4; k++)
        noise[k] = at_offset(grain, here, bx + k, by);
    const bool by_left = bx == 0 && column > 0;
    if (by_left) {
        const int left = offset[row * columns + column - 1];
        for (int k = 0; k < 2; k++)
            noise[k] = blend(at_offset(grain, left, BLOCK + k, by), noise[k], k);
    }
    if (by < 2 && row > 0) {
        const int top = offset[(row - 1) * columns + column];
        int above[4];
        for (int k = 0; k < 4; k++)
            above[k] = at_offset(grain, top, bx + k, BLOCK + by);
        if (by_left) {
            const int corner = offset[(row - 1) * columns + column - 1];
            for (int k = 0; k < 2; k++)
                above[k] = blend(at_offset(grain, corner, BLOCK + k, BLOCK + by), above[k], k);
        }
        for (int k = 0; k < 4; k++)
            noise[k] = blend(above[k], noise[k], by);
    }
    const int4 pixel = convert_int4(vload4(0, source + y * width + x));
    const int value[4] = {pixel.x, pixel.y, pixel.z, pixel.w};
    int out[4];
    for (int k = 0; k < 4; k++) {
        const int index = value[k] >> 2;
        const int part = value[k] & 3;
        const int low = scaling[index];
        const int scale = low + (((scaling[index + 1] - low) * part + 2) >> 2);
        const int more = (scale * noise[k] + (1 << (shift - 1))) >> shift;
        out[k] = clamp(value[k] + more, least, most);
    }
    vstore4(convert_ushort4((int4)(out[0], out[1], out[2], out[3])), 0, result + y * width + x);
}
