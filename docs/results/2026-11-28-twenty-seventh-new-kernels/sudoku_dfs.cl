// Uniqueness test of Sudoku puzzles: depth-first search with the most constrained cell first,
// a puzzle per work-item. result: 0 none, 1 unique, 2 several solutions, 3 gave up.
__kernel void sudoku_dfs(__global const uchar *restrict puzzles,  /* 81 per puzzle, 0 = empty */
                         __global uchar *restrict result,
                         __global uint *restrict nodes_out,
                         const uint max_nodes)
{
    const size_t id = get_global_id(0);
    __global const uchar *g = puzzles + id * 81;
    ushort row[9], col[9], box[9];
    uchar order[81];
    ushort todo[81], placed[81];
    int empty = 0;

    for (int i = 0; i < 9; i++)
        row[i] = col[i] = box[i] = 0x1ff;
    for (int c = 0; c < 81; c++) {
        const int v = g[c];
        if (v == 0) {
            order[empty++] = (uchar)c;
            continue;
        }
        const ushort keep = (ushort)~(1u << (v - 1));
        row[c / 9] &= keep;
        col[c % 9] &= keep;
        box[c / 27 * 3 + c % 9 / 3] &= keep;
    }

    int depth = 0, found = 0;
    uint nodes = 0;
    bool descend = empty > 0;
    while (depth >= 0 && empty > 0 && found < 2 && nodes < max_nodes) {
        if (descend) {
            int pick = depth, fewest = 10;
            uint cand = 0;
            for (int e = depth; e < empty && fewest > 1; e++) {
                const int c = order[e];
                const uint m = row[c / 9] & col[c % 9] & box[c / 27 * 3 + c % 9 / 3];
                const int n = (int)popcount(m);
                if (n < fewest) {
                    fewest = n;
                    pick = e;
                    cand = m;
                }
            }
            const uchar swap = order[depth];
            order[depth] = order[pick];
            order[pick] = swap;
            todo[depth] = (ushort)cand;
            placed[depth] = 0;
            nodes++;
        }
        const int c = order[depth], b = c / 27 * 3 + c % 9 / 3;
        const ushort old = placed[depth];
        const ushort bit = (ushort)(todo[depth] & -todo[depth]);
        row[c / 9] = (row[c / 9] | old) & ~bit;
        col[c % 9] = (col[c % 9] | old) & ~bit;
        box[b] = (box[b] | old) & ~bit;
        placed[depth] = bit;
        todo[depth] ^= bit;
        if (bit == 0) {                     /* exhausted: back to the parent */
            depth--;
            descend = false;
        } else if (depth + 1 == empty) {    /* solved: go on in the same cell */
            found++;
            descend = false;
        } else {
            depth++;
            descend = true;
        }
    }
    result[id] = (uchar)(nodes >= max_nodes && found < 2 ? 3 : found);
    nodes_out[id] = nodes;
}
