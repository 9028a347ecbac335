// Direct interpolation of classical algebraic multigrid: a fine row spreads its off-diagonal sums,
// the negative and the positive ones apart, over its strong coarse neighbours; a coarse row keeps
// its own value. coarse: number of the point on the coarse grid, or -1; p_ptr counts the entries.
__kernel void amg_direct_interp(__global const int *restrict row_ptr,
                                __global const int *restrict col,
                                __global const double *restrict val,
                                __global const uchar *restrict strong,
                                __global const int *restrict coarse,
                                __global const int *restrict p_ptr,
                                __global int *restrict p_col,
                                __global double *restrict p_val,
                                const int nrows)
{
    const int row = get_global_id(0);
    if (row >= nrows)
        return;

    int at = p_ptr[row];
    if (coarse[row] >= 0) {
        p_col[at] = coarse[row];
        p_val[at] = 1.0;
        return;
    }

    const int begin = row_ptr[row];
    const int end = row_ptr[row + 1];
    double diag = 0.0;
    double neg_all = 0.0, pos_all = 0.0;
    double neg_coarse = 0.0, pos_coarse = 0.0;
    for (int e = begin; e < end; e++) {
        const int c = col[e];
        const double v = val[e];
        if (c == row) {
            diag = v;
            continue;
        }
        const bool use = strong[e] && coarse[c] >= 0;
        if (v < 0.0) {
            neg_all += v;
            neg_coarse += use ? v : 0.0;
        } else {
            pos_all += v;
            pos_coarse += use ? v : 0.0;
        }
    }

    if (pos_coarse == 0.0)
        diag += pos_all;
    if (neg_coarse == 0.0)
        diag += neg_all;
    const double alpha = neg_coarse != 0.0 ? -neg_all / (neg_coarse * diag) : 0.0;
    const double beta = pos_coarse != 0.0 ? -pos_all / (pos_coarse * diag) : 0.0;

    for (int e = begin; e < end; e++) {
        const int c = col[e];
        if (c == row || !strong[e])
            continue;
        const int to = coarse[c];
        if (to < 0)
            continue;
        p_col[at] = to;
        p_val[at] = (val[e] < 0.0 ? alpha : beta) * val[e];
        at++;
    }
}
