// The game of Go: areas of both sides by the rules of Tromp and Taylor, and the chains and which of them can be taken at once: an item is one
// board. Rows are words of bits; regions grow in them until nothing changes.
//   board      nboards x size: bits of black's stones, of white's stones, of each row
//   area       of each board: black's, white's area
//   chains     of each board: chains, those with one liberty, stones in these
//   nboards, size (at most MOST)
#define MOST 19

void grow(uint *restrict seed, const uint *restrict within, const int size)
{
    uint changed;
    do {
        changed = 0;
        for (int pass = 0; pass < 2; pass++) {
            uint near = 0;
            for (int k = 0; k < size; k++) {
                const int y = pass ? size - 1 - k : k;
                uint s = seed[y] | (near & within[y]);
                for (;;) {
                    const uint wider = s | ((s << 1 | s >> 1) & within[y]);
                    if (wider == s)
                        break;
                    s = wider;
                }
                changed |= s ^ seed[y];
                seed[y] = s;
                near = s;
            }
        }
    } while (changed);
}

__kernel void go_areas(__global const uint2 *restrict board,
                       __global int2 *restrict area,
                       __global int4 *restrict chains,
                       const int nboards,
                       const int size)
{
    const int id = get_global_id(0);
    if (id >= nboards)
        return;
    const uint full = (1u << size) - 1;
    uint stone[2][MOST], reach[2][MOST], open[MOST], chain[MOST];
    for (int y = 0; y < size; y++) {
        const uint2 row = board[id * size + y];
        stone[0][y] = reach[0][y] = row.x;
        stone[1][y] = reach[1][y] = row.y;
        open[y] = full & ~(row.x | row.y);
    }
    grow(reach[0], open, size);
    grow(reach[1], open, size);
    int2 sum = (int2)(0, 0);
    for (int y = 0; y < size; y++) {
        sum.x += popcount(stone[0][y] | (reach[0][y] & ~reach[1][y]));
        sum.y += popcount(stone[1][y] | (reach[1][y] & ~reach[0][y]));
    }
    area[id] = sum;
    int number = 0;
    int short_of = 0;
    int taken = 0;
    for (int side = 0; side < 2; side++)
        for (int from = 0; from < size; from++)
            while (stone[side][from]) {
                for (int y = 0; y < size; y++)
                    chain[y] = 0;
                chain[from] = stone[side][from] & -stone[side][from];
                grow(chain, stone[side], size);
                int liberties = 0;
                int stones = 0;
                for (int y = 0; y < size; y++) {
                    const uint c = chain[y];
                    uint round = c << 1 | c >> 1;
                    if (y > 0)
                        round |= chain[y - 1];
                    if (y < size - 1)
                        round |= chain[y + 1];
                    liberties += popcount(round & open[y]);
                    stones += popcount(c);
                    stone[side][y] &= ~c;
                }
                number++;
                short_of += liberties == 1;
                taken += liberties == 1 ? stones : 0;
            }
    chains[id] = (int4)(number, short_of, taken, 0);
}
