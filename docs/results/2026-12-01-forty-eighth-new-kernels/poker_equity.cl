// Poker: share of the pot that a hand of hold'em wins against random ones (Monte Carlo): a group is one situation. Each item deals the rest of
// the board and the others' cards some times and ranks the hands by bits and two tables; sums are in local memory.
//   situation  of each: the two cards held, cards on the board (0 to 5), others (1 to 8)
//   board      of each: its five cards; those beyond the number on the board don't count. A card is 4 * rank + suit
//   straight   8192: top rank (1 to 13) of a straight within the ranks, else 0
//   five       8192: the five highest of the ranks
//   share      of each situation: 0 to 1
//   kinds      of each situation x 9: how often the hand became a high card, pair ... straight flush
//   ntrials (of an item), salt
#define ITEMS 32
#define POT 2520                                                           // 1 to 9 can share it

uint mix_bits(uint v)
{
    v ^= v >> 16;
    v *= 0x7feb352du;
    v ^= v >> 15;
    v *= 0x846ca68bu;
    return v ^ v >> 16;
}

uint highest(const uint ranks)
{
    return ranks ? 1u << (31 - clz(ranks)) : 0;
}

uint value_of(const ulong hand, __global const uchar *restrict straight, __global const ushort *restrict five)
{
    const uint a = hand & 0x1fff;
    const uint b = hand >> 16 & 0x1fff;
    const uint c = hand >> 32 & 0x1fff;
    const uint d = hand >> 48 & 0x1fff;
    const uint any_of = a | b | c | d;
    uint flush = 0;
    if (popcount(a) >= 5)
        flush = a;
    else if (popcount(b) >= 5)
        flush = b;
    else if (popcount(c) >= 5)
        flush = c;
    else if (popcount(d) >= 5)
        flush = d;
    if (flush && straight[flush])
        return 8u << 26 | (uint)straight[flush] << 13;
    const uint ab = a & b, cd = c & d;
    const uint two = ab | cd | ((a | b) & (c | d));
    const uint three = (ab & (c | d)) | (cd & (a | b));
    const uint four = ab & cd;
    if (four)
        return 7u << 26 | four << 13 | highest(any_of ^ four);
    if (three) {
        const uint most = highest(three);
        const uint pair = highest(two ^ most);
        if (pair)
            return 6u << 26 | most << 13 | pair;
    }
    if (flush)
        return 5u << 26 | (uint)five[flush] << 13;
    if (straight[any_of])
        return 4u << 26 | (uint)straight[any_of] << 13;
    if (three) {
        uint rest = any_of ^ three;
        rest &= rest - 1;
        rest &= rest - 1;
        return 3u << 26 | three << 13 | rest;
    }
    if (two & (two - 1)) {
        const uint high = highest(two);
        const uint pairs = high | highest(two ^ high);
        return 2u << 26 | pairs << 13 | highest(any_of ^ pairs);
    }
    if (two) {
        uint rest = any_of ^ two;
        rest &= rest - 1;
        rest &= rest - 1;
        return 1u << 26 | two << 13 | rest;
    }
    return (uint)five[any_of] << 13;
}

ulong deal(uint *state, ulong *gone)
{
    for (;;) {
        *state = *state * 1664525u + 1013904223u;
        const uint c = mul_hi(*state, 52u);
        const ulong card = 1UL << (16 * (c & 3) + (c >> 2));
        if (!(*gone & card)) {
            *gone |= card;
            return card;
        }
    }
}

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void poker_equity(__global const int4 *restrict situation,
                  __global const uchar *restrict board,
                  __global const uchar *restrict straight,
                  __global const ushort *restrict five,
                  __global float *restrict share,
                  __global int *restrict kinds,
                  const int ntrials,
                  const int salt)
{
    __local int won;
    __local int kind[9];
    const int lid = get_local_id(0);
    const int id = get_group_id(0);
    const int4 s = situation[id];
    if (lid == 0)
        won = 0;
    if (lid < 9)
        kind[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const ulong held = 1UL << (16 * (s.x & 3) + (s.x >> 2)) | 1UL << (16 * (s.y & 3) + (s.y >> 2));
    ulong shown = 0;
    for (int k = 0; k < s.z; k++) {
        const int c = board[id * 5 + k];
        shown |= 1UL << (16 * (c & 3) + (c >> 2));
    }
    uint state = mix_bits(salt + get_global_id(0));
    int mine = 0;
    for (int t = 0; t < ntrials; t++) {
        ulong gone = held | shown;
        ulong common = shown;
        for (int k = s.z; k < 5; k++)
            common |= deal(&state, &gone);
        const uint value = value_of(held | common, straight, five);
        atomic_inc(&kind[value >> 26]);
        int equal = 1;
        for (int k = 0; k < s.w; k++) {
            ulong other = deal(&state, &gone);
            other |= deal(&state, &gone);
            const uint theirs = value_of(other | common, straight, five);
            if (theirs > value) {
                equal = 0;
                break;
            }
            equal += theirs == value;
        }
        if (equal)
            mine += POT / equal;
    }
    atomic_add(&won, mine);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        share[id] = (float)won / ((float)POT * ITEMS * ntrials);
    if (lid < 9)
        kinds[id * 9 + lid] = kind[lid];
}
