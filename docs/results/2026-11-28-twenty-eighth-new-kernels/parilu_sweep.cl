// A sweep of the fine-grained parallel ILU(0) (Chow & Patel 2015), a nonzero of A per work-item:
// L by rows (strictly lower, unit diagonal), U by columns (the diagonal is a column's last entry).
// Jacobi style: reads the old factors and writes the new ones.
__kernel void parilu_sweep(__global const int *restrict a_row, __global const int *restrict a_col,
                           __global const double *restrict a_val, __global const int *restrict a_pos,
                           __global const int *restrict l_ptr, __global const int *restrict l_col,
                           __global const double *restrict l_val,
                           __global const int *restrict u_ptr, __global const int *restrict u_row,
                           __global const double *restrict u_val,
                           __global double *restrict l_new, __global double *restrict u_new,
                           const int nnz)
{
    const int t = get_global_id(0);
    if (t >= nnz)
        return;
    const int i = a_row[t], j = a_col[t];
    const int stop = min(i, j);

    double s = a_val[t];
    int p = l_ptr[i], q = u_ptr[j];
    const int p_end = l_ptr[i + 1], q_end = u_ptr[j + 1];
    while (p < p_end && q < q_end) {
        const int k = l_col[p], r = u_row[q];
        if (k >= stop || r >= stop)
            break;
        if (k == r)
            s -= l_val[p] * u_val[q];
        p += k <= r;
        q += r <= k;
    }

    if (i > j) {
        const double diag = u_val[q_end - 1];
        l_new[a_pos[t]] = fabs(diag) > 1e-30 ? s / diag : 0.0;
    } else
        u_new[a_pos[t]] = s;
}
