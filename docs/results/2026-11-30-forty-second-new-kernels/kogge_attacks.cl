// Terms of a chess engine's evaluation for a batch of positions (training data of a tuner): mobility, pressure on the king's zone and
// hanging pieces, from bitboards with Kogge-Stone fills. An item is one position.
//   board   of each position: pawns, knights, bishops, rooks, queens, kings, White's pieces, Black's pieces (a1 is bit 0)
//   terms   of each, White's minus Black's: mobility (weighted), king pressure, hanging pieces, squares attacked twice
//   npositions
#define NOT_A 0xfefefefefefefefeUL
#define NOT_H 0x7f7f7f7f7f7f7f7fUL
#define NOT_1 0xffffffffffffff00UL
#define NOT_8 0x00ffffffffffffffUL

__constant ulong turn[8] = {8, 56, 1, 63, 9, 7, 57, 55};               // N S E W NE NW SE SW, as rotations to the left
__constant ulong wrap[8] = {NOT_1, NOT_8, NOT_A, NOT_H, NOT_1 & NOT_A, NOT_1 & NOT_H, NOT_8 & NOT_A, NOT_8 & NOT_H};

ulong ray(ulong from, const ulong empty, const int way)
{
    const ulong r = turn[way];
    ulong open = empty & wrap[way];
    from |= open & rotate(from, r);
    open &= rotate(open, r);
    from |= open & rotate(from, 2 * r & 63);
    open &= rotate(open, 2 * r & 63);
    from |= open & rotate(from, 4 * r & 63);
    return rotate(from, r) & wrap[way];
}

ulong leaps(const ulong b)
{
    const ulong near = (b << 1 & NOT_A) | (b >> 1 & NOT_H);
    const ulong far = (b << 2 & NOT_A & NOT_A << 1) | (b >> 2 & NOT_H & NOT_H >> 1);
    return near << 16 | near >> 16 | far << 8 | far >> 8;
}

ulong pawn_hits(const ulong pawns, const int side)
{
    const ulong ahead = side == 0 ? pawns << 8 : pawns >> 8;
    return (ahead << 1 & NOT_A) | (ahead >> 1 & NOT_H);
}

__kernel void kogge_attacks(__global const ulong8 *restrict board, __global int4 *restrict terms, const int npositions)
{
    const int id = get_global_id(0);
    if (id >= npositions)
        return;
    const ulong8 b = board[id];
    const ulong empty = ~(b.s6 | b.s7);
    ulong all[2];
    int4 score[2];
    for (int side = 0; side < 2; side++) {
        const ulong own = side == 0 ? b.s6 : b.s7;
        const ulong foe = side == 0 ? b.s7 : b.s6;
        const ulong hits = pawn_hits(b.s0 & own, side);
        const ulong good = ~own & ~pawn_hits(b.s0 & foe, 1 - side);
        ulong zone = b.s5 & foe;
        zone |= (zone << 1 & NOT_A) | (zone >> 1 & NOT_H);
        zone |= zone << 8 | zone >> 8;
        ulong king = b.s5 & own;
        king |= (king << 1 & NOT_A) | (king >> 1 & NOT_H);
        king |= king << 8 | king >> 8;
        ulong once = hits | king;
        ulong twice = hits & king;
        int mobility = 0;
        int pressure = 0;
        for (ulong left = own & (b.s1 | b.s2 | b.s3 | b.s4); left != 0; left &= left - 1) {
            const ulong piece = left & -left;
            ulong a = 0;
            int worth = 4;
            if (piece & b.s1) {
                a = leaps(piece);
            } else {
                const int last = piece & b.s3 ? 4 : 8;                   // rooks go the first four ways, bishops the others
                for (int way = piece & b.s2 ? 4 : 0; way < last; way++)
                    a |= ray(piece, empty, way);
                worth = last == 4 ? 2 : piece & b.s4 ? 1 : 3;
            }
            mobility += worth * (int)popcount(a & good);
            pressure += worth * (int)popcount(a & zone);
            twice |= once & a;
            once |= a;
        }
        all[side] = once;
        score[side] = (int4)(mobility, pressure, 0, (int)popcount(twice));
    }
    score[0].z = (int)popcount(b.s7 & ~b.s5 & all[0] & ~all[1]);
    score[1].z = (int)popcount(b.s6 & ~b.s5 & all[1] & ~all[0]);
    terms[id] = score[0] - score[1];
}
