// AV1 constrained directional enhancement filter on 8-bit luma, an 8x8 block per work-group.
// NDRange: (width, height) rounded to 8 x 8; skip[] has one flag per block.
#define BLK 8
#define PAD 2
#define TILE (BLK + 2 * PAD)
#define VERY_LARGE 30000

__constant int cdef_dirs[8][2][2] = {        /* {dy, dx} of the first and second tap */
    {{-1, 1}, {-2, 2}}, {{0, 1}, {-1, 2}}, {{0, 1}, {0, 2}}, {{0, 1}, {1, 2}},
    {{1, 1}, {2, 2}},   {{1, 0}, {2, 1}},  {{1, 0}, {2, 0}}, {{1, 0}, {2, -1}}};
__constant int div_table[9] = {0, 840, 420, 280, 210, 168, 140, 120, 105};
__constant int pri_taps[2][2] = {{4, 2}, {3, 3}};
__constant int sec_taps[2] = {2, 1};

static int line_of(int dir, int i, int j)
{
    switch (dir) {
    case 0: return i + j;
    case 1: return i + j / 2;
    case 2: return i;
    case 3: return 3 + i - j / 2;
    case 4: return 7 + i - j;
    case 5: return 3 - i / 2 + j;
    case 6: return j;
    default: return i / 2 + j;
    }
}

static int dir_cost(int dir, const __local short *tile)
{
    int partial[15];
    for (int k = 0; k < 15; k++)
        partial[k] = 0;
    for (int i = 0; i < BLK; i++)
        for (int j = 0; j < BLK; j++)
            partial[line_of(dir, i, j)] += tile[(i + PAD) * TILE + j + PAD] - 128;

    int cost = 0;
    if (dir == 2 || dir == 6) {
        for (int k = 0; k < 8; k++)
            cost += partial[k] * partial[k];
        return cost * div_table[8];
    }
    if (dir == 0 || dir == 4) {
        for (int k = 0; k < 7; k++)
            cost += (partial[k] * partial[k] + partial[14 - k] * partial[14 - k]) * div_table[k + 1];
        return cost + partial[7] * partial[7] * div_table[8];
    }
    for (int k = 0; k < 5; k++)
        cost += partial[3 + k] * partial[3 + k];
    cost *= div_table[8];
    for (int k = 0; k < 3; k++)
        cost += (partial[k] * partial[k] + partial[10 - k] * partial[10 - k]) * div_table[2 * k + 2];
    return cost;
}

static int constrain(int diff, int threshold, int shift)
{
    if (threshold == 0)
        return 0;
    const int mag = (int)abs(diff);
    const int lim = min(mag, max(0, threshold - (mag >> shift)));
    return diff < 0 ? -lim : lim;
}

static int log2i(int v) { return v > 0 ? 31 - (int)clz((uint)v) : 0; }

__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void cdef_luma(__global const uchar *restrict src, __global uchar *restrict dst,
               __global const uchar *restrict skip,
               const int width, const int height, const int stride,
               const int pri_strength, const int sec_strength, const int damping)
{
    __local short tile[TILE * TILE];
    __local int cost[8];
    __local int best_dir, best_var;

    const int lx = get_local_id(0), ly = get_local_id(1);
    const int x = get_global_id(0), y = get_global_id(1);
    const int x0 = x - lx - PAD, y0 = y - ly - PAD;
    const int lin = ly * BLK + lx;

    if (skip[get_group_id(1) * get_num_groups(0) + get_group_id(0)]) {
        if (x < width && y < height)
            dst[y * stride + x] = src[y * stride + x];
        return;
    }

    for (int e = lin; e < TILE * TILE; e += BLK * BLK) {
        const int sx = x0 + e % TILE, sy = y0 + e / TILE;
        const bool in = sx >= 0 && sx < width && sy >= 0 && sy < height;
        tile[e] = in ? (short)src[sy * stride + sx] : (short)VERY_LARGE;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lin < 8)
        cost[lin] = dir_cost(lin, tile);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lin == 0) {
        int d = 0;
        for (int k = 1; k < 8; k++)
            if (cost[k] > cost[d])
                d = k;
        best_dir = d;
        best_var = (cost[d] - cost[(d + 4) & 7]) >> 10;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int dir = best_dir;
    const int i_var = best_var >> 6 ? min(log2i(best_var >> 6), 12) : 0;
    const int pri = best_var ? (pri_strength * (4 + i_var) + 8) >> 4 : 0;
    const int pri_shift = max(0, damping - log2i(pri));
    const int sec_shift = max(0, damping - log2i(sec_strength));
    const int at = (ly + PAD) * TILE + lx + PAD;
    const int px = tile[at];
    int sum = 0, lo = px, hi = px;

    for (int k = 0; k < 2; k++) {
        const int off = cdef_dirs[dir][k][0] * TILE + cdef_dirs[dir][k][1];
        const int tap = pri_taps[pri & 1][k];
        for (int sgn = -1; sgn <= 1; sgn += 2) {
            const int p = tile[at + sgn * off];
            if (p == VERY_LARGE)
                continue;
            sum += tap * constrain(p - px, pri, pri_shift);
            lo = min(lo, p);
            hi = max(hi, p);
        }
        for (int side = 2; side <= 6; side += 4) {
            const int d2 = (dir + side) & 7;
            const int o2 = cdef_dirs[d2][k][0] * TILE + cdef_dirs[d2][k][1];
            for (int sgn = -1; sgn <= 1; sgn += 2) {
                const int p = tile[at + sgn * o2];
                if (p == VERY_LARGE)
                    continue;
                sum += sec_taps[k] * constrain(p - px, sec_strength, sec_shift);
                lo = min(lo, p);
                hi = max(hi, p);
            }
        }
    }
    if (x < width && y < height)
        dst[y * stride + x] = (uchar)clamp(px + ((8 + sum - (sum < 0)) >> 4), lo, hi);
}
