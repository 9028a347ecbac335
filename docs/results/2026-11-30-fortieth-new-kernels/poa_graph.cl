// Consensus of long reads: alignment of a sequence to a partial-order graph, a window a work-group. Rows are the nodes in
// topological order, columns are shared out, gaps along a row by a scan of maxima; one item traces the way back.
#define MAX_LANES 64
#define COLUMNS 8                                                         // of an item, at most

__kernel void poa_graph(__global const int4 *restrict window,             // first node, nodes, first letter, letters
                        __global const uchar *restrict node_base,
                        __global const int *restrict pred_ptr,
                        __global const short *restrict pred,              // row before, 0 the start
                        __global const uchar *restrict is_end,
                        __global const uchar *restrict letters,
                        __global const int *restrict matrix_at,
                        __global short *restrict matrix,
                        __global short2 *restrict alignment,              // node and letter, -1 a gap
                        __global int4 *restrict result,                   // score, end row, steps, matches
                        const int match,
                        const int mismatch,
                        const int gap)
{
    __local int edge[MAX_LANES];
    const int lid = get_local_id(0);
    const int wg = get_local_size(0);
    const int id = get_group_id(0);
    const int4 w = window[id];
    const int width = w.w + 1;
    const int share = (width + wg - 1) / wg;
    const int begin = min(lid * share, width);
    const int end = min(begin + share, width);
    __global short *h = matrix + matrix_at[id];
    for (int j = begin; j < end; j++)
        h[j] = (short)(j * gap);
    barrier(CLK_GLOBAL_MEM_FENCE);

    for (int i = 1; i <= w.y; i++) {
        const int node = w.x + i - 1;
        const uchar base = node_base[node];
        int best[COLUMNS];
        int top = -32000;
        for (int j = begin; j < end; j++) {
            const int score = j > 0 && letters[w.z + j - 1] == base ? match : mismatch;
            int value = -32000;
            for (int p = pred_ptr[node]; p < pred_ptr[node + 1]; p++) {
                __global const short *above = h + pred[p] * width;
                value = max(value, above[j] + gap);
                if (j > 0)
                    value = max(value, above[j - 1] + score);
            }
            top = max(top, value - j * gap);
            best[j - begin] = top;
        }
        edge[lid] = top;
        for (int step = 1; step < wg; step <<= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int other = lid >= step ? edge[lid - step] : -32000;
            barrier(CLK_LOCAL_MEM_FENCE);
            edge[lid] = max(edge[lid], other);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int carry = lid > 0 ? edge[lid - 1] : -32000;
        for (int j = begin; j < end; j++)
            h[i * width + j] = (short)(max(best[j - begin], carry) + j * gap);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }

    if (lid != 0)
        return;
    int score = -32000;
    int row = 0;
    for (int i = 1; i <= w.y; i++) {
        if (is_end[w.x + i - 1] && h[i * width + w.w] > score) {
            score = h[i * width + w.w];
            row = i;
        }
    }
    __global short2 *way = alignment + w.x + w.z;
    const int last = row;
    int column = w.w;
    int steps = 0;
    int same = 0;
    while (row > 0 || column > 0) {
        const int here = h[row * width + column];
        if (column > 0 && (row == 0 || h[row * width + column - 1] + gap == here)) {
            column--;
            way[steps++] = (short2)(-1, (short)column);
            continue;
        }
        const int node = w.x + row - 1;
        const bool equal = column > 0 && letters[w.z + column - 1] == node_base[node];
        int before = -1;
        bool diagonal = false;
        for (int p = pred_ptr[node]; p < pred_ptr[node + 1] && before < 0; p++) {
            const int k = pred[p];
            if (column > 0 && h[k * width + column - 1] + (equal ? match : mismatch) == here) {
                before = k;
                diagonal = true;
            } else if (h[k * width + column] + gap == here) {
                before = k;
            }
        }
        if (before < 0)
            break;
        same += diagonal && equal;
        column -= diagonal;
        way[steps++] = (short2)((short)(row - 1), (short)(diagonal ? column : -1));
        row = before;
    }
    result[id] = (int4)(score, last, steps, same);
}
