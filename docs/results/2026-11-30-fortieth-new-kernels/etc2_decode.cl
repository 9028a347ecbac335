// Decoding of ETC2 textures: a block of 4 x 4 texels a work-item, in the individual, differential, T, H or planar mode.
__constant short modifiers[8][2] = {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}};
__constant short distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

static inline int field(const ulong block, const int low, const int count)
{
    return (int)(block >> low) & ((1 << count) - 1);
}

static inline int three(const int v)                                      // a signed number of three bits
{
    return (v ^ 4) - 4;
}

static inline int3 from4(const int r, const int g, const int b)
{
    return (int3)(r, g, b) * 17;
}

static inline int3 from5(const int r, const int g, const int b)
{
    const int3 c = (int3)(r, g, b);
    return (c << 3) | (c >> 2);
}

static inline uchar4 texel(const int3 c)
{
    return (uchar4)(convert_uchar3_sat(c), 255);
}

__kernel void etc2_decode(__global const ulong *restrict blocks,          // the first byte uppermost
                          __global uchar4 *restrict image,
                          const int blocks_x,
                          const int blocks_y,
                          const int stride)
{
    const int bx = get_global_id(0);
    const int by = get_global_id(1);
    if (bx >= blocks_x || by >= blocks_y)
        return;
    const ulong block = blocks[by * blocks_x + bx];
    __global uchar4 *out = image + (size_t)by * 4 * stride + bx * 4;
    const uint high = (uint)(block >> 16) & 0xffff;
    const uint low = (uint)block & 0xffff;
    const int r = field(block, 59, 5);
    const int g = field(block, 51, 5);
    const int b = field(block, 43, 5);
    const int r2 = r + three(field(block, 56, 3));
    const int g2 = g + three(field(block, 48, 3));
    const int b2 = b + three(field(block, 40, 3));
    const bool differential = field(block, 33, 1);

    int3 paint[4];
    if (differential && (r2 < 0 || r2 > 31)) {                            // T
        const int3 one = from4(field(block, 59, 2) << 2 | field(block, 56, 2), field(block, 52, 4), field(block, 48, 4));
        const int3 two = from4(field(block, 44, 4), field(block, 40, 4), field(block, 36, 4));
        const int d = distances[field(block, 34, 2) << 1 | field(block, 32, 1)];
        paint[0] = one;
        paint[1] = two + d;
        paint[2] = two;
        paint[3] = two - d;
    } else if (differential && (g2 < 0 || g2 > 31)) {                     // H
        const int3 one = from4(field(block, 59, 4), field(block, 56, 3) << 1 | field(block, 52, 1),
                               field(block, 51, 1) << 3 | field(block, 47, 3));
        const int3 two = from4(field(block, 43, 4), field(block, 39, 4), field(block, 35, 4));
        const int order = (one.x << 16 | one.y << 8 | one.z) >= (two.x << 16 | two.y << 8 | two.z);
        const int d = distances[field(block, 34, 1) << 2 | field(block, 32, 1) << 1 | order];
        paint[0] = one + d;
        paint[1] = one - d;
        paint[2] = two + d;
        paint[3] = two - d;
    } else if (differential && (b2 < 0 || b2 > 31)) {                     // planar
        int3 o = (int3)(field(block, 57, 6), field(block, 56, 1) << 6 | field(block, 49, 6),
                        field(block, 48, 1) << 5 | field(block, 43, 2) << 3 | field(block, 39, 3));
        int3 h = (int3)(field(block, 34, 5) << 1 | field(block, 32, 1), field(block, 25, 7), field(block, 19, 6));
        int3 v = (int3)(field(block, 13, 6), field(block, 6, 7), field(block, 0, 6));
        const int3 up = (int3)(2, 1, 2);
        const int3 down = (int3)(4, 6, 4);
        o = (o << up) | (o >> down);
        h = (h << up) | (h >> down);
        v = (v << up) | (v >> down);
        for (int y = 0; y < 4; y++)
            for (int x = 0; x < 4; x++)
                out[y * stride + x] = texel((x * (h - o) + y * (v - o) + 4 * o + 2) >> 2);
        return;
    } else {
        int3 base[2];
        if (differential) {
            base[0] = from5(r, g, b);
            base[1] = from5(r2, g2, b2);
        } else {
            base[0] = from4(field(block, 60, 4), field(block, 52, 4), field(block, 44, 4));
            base[1] = from4(field(block, 56, 4), field(block, 48, 4), field(block, 40, 4));
        }
        const int table[2] = {field(block, 37, 3), field(block, 34, 3)};
        const bool flip = field(block, 32, 1);
        for (int x = 0; x < 4; x++) {
            for (int y = 0; y < 4; y++) {
                const int i = x * 4 + y;
                const int side = (flip ? y : x) >> 1;
                const int step = modifiers[table[side]][(low >> i) & 1];
                out[y * stride + x] = texel(base[side] + ((high >> i) & 1 ? -step : step));
            }
        }
        return;
    }
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            const int i = x * 4 + y;
            out[y * stride + x] = texel(paint[((high >> i) & 1) << 1 | ((low >> i) & 1)]);
        }
    }
}
