/* Market microstructure: replay of limit order messages, one instrument per work-item. The book is aggregated by price
 * level with a bitmap of occupied levels per side. message.x = kind (0 limit, 1 cancel, 2 market) | side << 2 |
 * level << 8 | quantity << 16; message.y = microseconds since the last one. */
#define LEVELS 256
#define WORDS (LEVELS / 64)

static int best_level(const ulong *used, const int side)
{
    if (side == 0) { /* bids: the highest */
        for (int w = WORDS - 1; w >= 0; w--)
            if (used[w])
                return w * 64 + 63 - (int)clz(used[w]);
    } else { /* offers: the lowest */
        for (int w = 0; w < WORDS; w++)
            if (used[w])
                return w * 64 + 63 - (int)clz(used[w] & (0 - used[w]));
    }
    return -1;
}

__kernel void lob_replay(__global const uint2 *restrict messages, __global const uint *restrict begin,
                         __global uint *restrict book, __global ulong *restrict volume,
                         __global ulong *restrict notional, __global float *restrict mean_spread,
                         __global uint *restrict trades, const int instruments)
{
    const int id = get_global_id(0);
    if (id >= instruments)
        return;
    __global uint *depth = book + (size_t)id * 2 * LEVELS;
    for (int i = 0; i < 2 * LEVELS; i++)
        depth[i] = 0;

    ulong used[2][WORDS];
    for (int w = 0; w < WORDS; w++)
        used[0][w] = used[1][w] = 0;
    int best[2] = {-1, -1};
    ulong bought = 0, paid = 0, spread_time = 0, quoted_time = 0;
    uint fills = 0;

    for (uint m = begin[id]; m < begin[id + 1]; m++) {
        const uint2 msg = messages[m];
        const int kind = msg.x & 3, side = (msg.x >> 2) & 1, level = (msg.x >> 8) & (LEVELS - 1);
        uint left = msg.x >> 16;
        if (best[0] >= 0 && best[1] >= 0) {
            spread_time += (ulong)(best[1] - best[0]) * msg.y;
            quoted_time += msg.y;
        }
        if (kind == 1) {
            const uint have = depth[side * LEVELS + level];
            const uint rest = have > left ? have - left : 0;
            depth[side * LEVELS + level] = rest;
            if (have && !rest) {
                used[side][level >> 6] &= ~(1UL << (level & 63));
                if (level == best[side])
                    best[side] = best_level(used[side], side);
            }
            continue;
        }
        const int other = side ^ 1;
        while (left && best[other] >= 0) {
            const int top = best[other];
            if (kind == 0 && (side == 0 ? top > level : top < level))
                break;
            const uint have = depth[other * LEVELS + top];
            const uint take = min(have, left);
            left -= take;
            bought += take;
            paid += (ulong)take * (uint)top;
            fills++;
            depth[other * LEVELS + top] = have - take;
            if (have == take) {
                used[other][top >> 6] &= ~(1UL << (top & 63));
                best[other] = best_level(used[other], other);
            }
        }
        if (kind == 0 && left) {
            depth[side * LEVELS + level] += left;
            used[side][level >> 6] |= 1UL << (level & 63);
            if (best[side] < 0 || (side == 0 ? level > best[0] : level < best[1]))
                best[side] = level;
        }
    }
    volume[id] = bought;
    notional[id] = paid;
    trades[id] = fills;
    mean_spread[id] = quoted_time ? (float)spread_time / (float)quoted_time : -1.0f;
}
