/* Counts the ways of placing n queens: every work-item takes one placement of the first three rows and, if it is legal,
 * walks the rest of the tree depth first with bit masks on a private stack. */

#define MAX_N 20

__kernel void nqueens_prefix(__global uint *solutions, int n)
{
    const int id = get_global_id(0);
    if (id >= n * n * n)
        return;

    const uint board = (1u << n) - 1u;
    uint columns = 0, left = 0, right = 0;
    int rest = id;
    for (int row = 0; row < 3; row++) {
        const uint q = 1u << (rest % n);
        rest /= n;
        if (q & (columns | left | right)) {
            solutions[id] = 0;
            return;
        }
        columns |= q;
        left = (left | q) << 1;
        right = (right | q) >> 1;
    }

    uint s_free[MAX_N], s_columns[MAX_N], s_left[MAX_N], s_right[MAX_N];
    int depth = 0;
    uint found = 0;
    s_columns[0] = columns;
    s_left[0] = left;
    s_right[0] = right;
    s_free[0] = board & ~(columns | left | right);

    while (depth >= 0) {
        const uint candidates = s_free[depth];
        if (!candidates) {
            depth--;
            continue;
        }
        const uint q = candidates & (0u - candidates);
        s_free[depth] = candidates ^ q;

        const uint c = s_columns[depth] | q;
        if (c == board) {
            found++;
            continue;
        }
        const uint l = (s_left[depth] | q) << 1;
        const uint r = (s_right[depth] | q) >> 1;
        depth++;
        s_columns[depth] = c;
        s_left[depth] = l;
        s_right[depth] = r;
        s_free[depth] = board & ~(c | l | r);
    }
    solutions[id] = found;
}
