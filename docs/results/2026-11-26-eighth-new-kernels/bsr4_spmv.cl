/*
 * y = alpha*A*x + beta*y, A in block compressed rows with dense 4x4 blocks: the matrix of an implicit compressible-flow
 * or coupled thermo-elastic solver (PETSc BAIJ, rocSPARSE bsrmv). One work-item a scalar row, four neighbouring ones
 * share a block row.
 */
__kernel void bsr4_spmv(const int mb,
                        const double alpha,
                        const double beta,
                        __global const int *restrict bsr_row_ptr,
                        __global const int *restrict bsr_col_ind,
                        __global const double4 *restrict bsr_val,
                        __global const double4 *restrict x,
                        __global double *restrict y)
{
    const int row  = get_global_id(0);
    const int brow = row >> 2;
    const int lane = row & 3;

    if (brow >= mb)
        return;

    const int begin = bsr_row_ptr[brow];
    const int end   = bsr_row_ptr[brow + 1];

    double4 sum = (double4)(0.0);
    for (int j = begin; j < end; j++)
        sum = fma(bsr_val[4 * j + lane], x[bsr_col_ind[j]], sum);

    const double t = alpha * ((sum.x + sum.y) + (sum.z + sum.w));
    y[row] = (beta != 0.0) ? t + beta * y[row] : t;
}
