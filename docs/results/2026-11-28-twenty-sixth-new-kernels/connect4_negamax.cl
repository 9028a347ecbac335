// Connect Four: best move and value of many positions by fixed-depth alpha-beta negamax
// on bitboards (7 bits a column), with an explicit stack in private memory.
// NDRange: 1-D, one position per work-item; depth at most 12.
#define MAXPLY 13

__constant int order[7] = { 3, 2, 4, 1, 5, 0, 6 };
#define FULL 0xFDFBF7EFDFBFUL

static bool has_four(ulong s)
{
    ulong m = s & (s >> 7);
    if (m & (m >> 14)) return true;
    m = s & (s >> 6);
    if (m & (m >> 12)) return true;
    m = s & (s >> 8);
    if (m & (m >> 16)) return true;
    m = s & (s >> 1);
    return (m & (m >> 2)) != 0;
}

static int threats(ulong s, ulong mask)
{
    ulong r = (s << 1) & (s << 2) & (s << 3);
    for (int d = 6; d <= 8; d++) {
        ulong p = (s << d) & (s << 2 * d);
        r |= p & (s << 3 * d);
        r |= p & (s >> d);
        p = (s >> d) & (s >> 2 * d);
        r |= p & (s << d);
        r |= p & (s >> 3 * d);
    }
    return (int)popcount(r & FULL & ~mask);
}

__kernel void connect4_negamax(__global const ulong2 *positions,  // mover's stones, all stones
                               __global int *value, __global uchar *move, __global uint *nodes,
                               int depth)
{
    const int g = get_global_id(0);
    ulong pos[MAXPLY], mask[MAXPLY];
    short alpha[MAXPLY], beta[MAXPLY], best[MAXPLY];
    uchar next[MAXPLY];
    uint visited = 0;
    int l = 0, best_col = 0;

    pos[0] = positions[g].x;
    mask[0] = positions[g].y;
    alpha[0] = best[0] = -2000, beta[0] = 2000, next[0] = 0;

    for (;;) {
        int score;
        if (next[l] == 7 || alpha[l] >= beta[l]) {
            if (l == 0)
                break;
            score = -best[l--];
        } else {
            const int c = order[next[l]++];
            if (mask[l] & (1UL << (7 * c + 5)))
                continue;                                   // column is full
            visited++;
            const ulong m = mask[l] | (mask[l] + (1UL << (7 * c)));
            const ulong opp = pos[l] ^ mask[l], own = opp ^ m;
            if (has_four(own)) {
                score = 1000 - l;
            } else if (m == FULL) {
                score = 0;
            } else if (l + 1 == depth) {
                score = threats(own, m) - threats(opp, m);
            } else {
                l++;
                pos[l] = opp;
                mask[l] = m;
                alpha[l] = -beta[l - 1];
                beta[l] = -alpha[l - 1];
                best[l] = -2000, next[l] = 0;
                continue;
            }
        }
        if (score > best[l]) {
            best[l] = (short)score;
            if (l == 0)
                best_col = order[next[0] - 1];
        }
        alpha[l] = max(alpha[l], best[l]);
    }
    value[g] = best[0];
    move[g] = (uchar)best_col;
    nodes[g] = visited;
}
