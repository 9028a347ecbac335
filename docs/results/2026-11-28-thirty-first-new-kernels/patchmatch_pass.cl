// A pass of PatchMatch between two pictures: each pixel tries its own match, those of its neighbours
// at a distance (jump flooding), then random places in shrinking windows. Patches of 7 x 7.
#define R 3

static inline uint next_random(uint *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static inline uint distance7(__global const uchar4 *restrict pa, __global const uchar4 *restrict pb, const int width_a,
                             const int width_b, const uint limit)
{
    uint sum = 0;
    for (int dy = -R; dy <= R; dy++) {
        for (int dx = -R; dx <= R; dx++) {
            const int4 d = convert_int4(pa[dy * width_a + dx]) - convert_int4(pb[dy * width_b + dx]);
            sum += (uint)(d.x * d.x + d.y * d.y + d.z * d.z);
        }
        if (sum >= limit)
            return sum;
    }
    return sum;
}

__kernel void patchmatch_pass(__global const uchar4 *restrict pic_a,
                              __global const uchar4 *restrict pic_b,
                              __global const short2 *restrict field_in,
                              __global short2 *restrict field_out,
                              __global uint *restrict cost,
                              const int width_a,
                              const int height_a,
                              const int width_b,
                              const int height_b,
                              const int jump,
                              const int window,
                              const uint seed)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width_a || y >= height_a)
        return;

    const int ax = clamp(x, R, width_a - 1 - R);
    const int ay = clamp(y, R, height_a - 1 - R);
    __global const uchar4 *pa = pic_a + ay * width_a + ax;
    const int2 low = (int2)(R);
    const int2 high = (int2)(width_b - 1 - R, height_b - 1 - R);

    int2 best = clamp(convert_int2(field_in[y * width_a + x]), low, high);
    uint best_cost = distance7(pa, pic_b + best.y * width_b + best.x, width_a, width_b, UINT_MAX);

    for (int k = 0; k < 4; k++) {
        const int ox = k == 0 ? -jump : k == 1 ? jump : 0;
        const int oy = k == 2 ? -jump : k == 3 ? jump : 0;
        const int nx = x + ox;
        const int ny = y + oy;
        if (nx < 0 || ny < 0 || nx >= width_a || ny >= height_a)
            continue;
        const int2 c = clamp(convert_int2(field_in[ny * width_a + nx]) - (int2)(ox, oy), low, high);
        if (c.x == best.x && c.y == best.y)
            continue;
        const uint d = distance7(pa, pic_b + c.y * width_b + c.x, width_a, width_b, best_cost);
        if (d < best_cost) {
            best_cost = d;
            best = c;
        }
    }

    uint rnd = ((uint)(y * width_a + x) * 2654435761u) ^ seed;
    rnd = rnd ? rnd : 1u;
    for (int w = window; w >= 1; w >>= 1) {
        const int rx = (int)(next_random(&rnd) % (uint)(2 * w + 1)) - w;
        const int ry = (int)(next_random(&rnd) % (uint)(2 * w + 1)) - w;
        const int2 c = clamp(best + (int2)(rx, ry), low, high);
        const uint d = distance7(pa, pic_b + c.y * width_b + c.x, width_a, width_b, best_cost);
        if (d < best_cost) {
            best_cost = d;
            best = c;
        }
    }
    field_out[y * width_a + x] = convert_short2(best);
    cost[y * width_a + x] = best_cost;
}
