// Game AI: random Othello playouts from leaf positions of a Monte Carlo search; bitboards, x = own, y = opponent's discs.
// Every work-item plays one game to its end and adds its result to the wins of the position it began from.

#define NOT_A 0xfefefefefefefefeUL
#define NOT_H 0x7f7f7f7f7f7f7f7fUL

inline ulong shift_by(ulong b, int dir)
{
    switch (dir) {
    case 0: return b << 8;
    case 1: return b >> 8;
    case 2: return (b << 1) & NOT_A;
    case 3: return (b >> 1) & NOT_H;
    case 4: return (b << 9) & NOT_A;
    case 5: return (b >> 9) & NOT_H;
    case 6: return (b << 7) & NOT_H;
    default: return (b >> 7) & NOT_A;
    }
}

ulong moves_of(ulong own, ulong opp)
{
    ulong result = 0;
    const ulong empty = ~(own | opp);
    for (int dir = 0; dir < 8; dir++) {
        ulong t = shift_by(own, dir) & opp;
        for (int i = 0; i < 5; i++)
            t |= shift_by(t, dir) & opp;
        result |= shift_by(t, dir) & empty;
    }
    return result;
}

__kernel void othello_playouts(__global const ulong2 *boards, __global int *wins, __global uint *plies,
                               const uint positions, const uint games, const uint seed)
{
    const uint id = get_global_id(0);
    if (id >= games)
        return;
    const uint position = id % positions;
    ulong own = boards[position].x, opp = boards[position].y;
    uint rng = (id + 1) * 2654435761u ^ seed;
    rng = rng ? rng : 1;
    int side = 1, passes = 0;
    uint played = 0;

    while (passes < 2) {
        ulong moves = moves_of(own, opp);
        if (moves) {
            passes = 0;
            played++;
            rng ^= rng << 13;
            rng ^= rng >> 17;
            rng ^= rng << 5;
            const ulong corners = moves & 0x8100000000000081UL;
            if (corners)
                moves = corners;
            uint pick = mul_hi(rng, (uint)popcount(moves));
            while (pick--)
                moves &= moves - 1;
            const ulong move = moves & (~moves + 1);
            ulong flips = 0;
            for (int dir = 0; dir < 8; dir++) {
                ulong line = 0, t = shift_by(move, dir);
                while (t & opp) {
                    line |= t;
                    t = shift_by(t, dir);
                }
                if (t & own)
                    flips |= line;
            }
            own |= flips | move;
            opp &= ~flips;
        } else
            passes++;
        const ulong swap = own;
        own = opp;
        opp = swap;
        side = -side;
    }
    const int margin = side * ((int)popcount(own) - (int)popcount(opp));
    if (margin != 0)
        atomic_add(&wins[position], margin > 0 ? 1 : -1);
    plies[id] = played;
}
