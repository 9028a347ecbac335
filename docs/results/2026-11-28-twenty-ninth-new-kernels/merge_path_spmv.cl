// y = A x for a CSR matrix by the merge path: the list of row ends and the list of non-zeros are
// merged in thought, and each work-item takes an equal stretch of the merged list, wherever in a
// row it begins or ends. What it has of an unfinished row goes out as a carry for the fix-up.
static inline int path_search(__global const int *restrict row_end, const int diag, const int nrows, const int nnz)
{
    int lo = max(diag - nnz, 0);
    int hi = min(diag, nrows);
    while (lo < hi) {
        const int mid = (lo + hi) >> 1;
        if (row_end[mid] <= diag - mid - 1)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__kernel void merge_path_spmv(__global const int *restrict row_ptr,
                              __global const int *restrict col,
                              __global const double *restrict val,
                              __global const double *restrict x,
                              __global double *restrict y,
                              __global int *restrict carry_row,
                              __global double *restrict carry_val,
                              const int nrows,
                              const int nnz,
                              const int per_item)
{
    const int id = get_global_id(0);
    const int total = nrows + nnz;
    __global const int *row_end = row_ptr + 1;

    const int diag0 = min(id * per_item, total);
    const int diag1 = min(diag0 + per_item, total);
    int row = path_search(row_end, diag0, nrows, nnz);
    const int last_row = path_search(row_end, diag1, nrows, nnz);
    int e = diag0 - row;
    const int last_e = diag1 - last_row;

    for (; row < last_row; row++) {
        const int end = row_end[row];
        double sum = 0.0;
        for (; e < end; e++)
            sum = fma(val[e], x[col[e]], sum);
        y[row] = sum;
    }

    double rest = 0.0;
    for (; e < last_e; e++)
        rest = fma(val[e], x[col[e]], rest);
    carry_row[id] = last_row < nrows ? last_row : -1;
    carry_val[id] = rest;
}
