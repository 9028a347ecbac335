#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* Longstaff-Schwartz: normal equations of the regression of discounted cash flows on weighted Laguerre polynomials of the
 * moneyness, over the paths in the money. Grid-stride loop, then a tree in local memory; one partial sum per group. */
#define GROUP 64
#define TERMS 15   /* 10 of the symmetric 4 x 4 matrix, 4 of the right hand side, 1 count */

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void lsm_regress(__global const double *restrict spot, __global const double *restrict cash_flow,
                 __global const short *restrict exercise_step, __global const double *restrict discount,
                 __global double *restrict partial, int paths, int step, double strike)
{
    __local double tree[GROUP];
    double acc[TERMS];
    for (int k = 0; k < TERMS; ++k)
        acc[k] = 0.0;

    const double inv_strike = 1.0 / strike;
    for (int p = get_global_id(0); p < paths; p += get_global_size(0)) {
        const double s = spot[p];
        if (s >= strike)
            continue;
        const double x = s * inv_strike;
        const double w = exp(-0.5 * x);
        const double b[4] = {w, w * (1.0 - x), w * (1.0 - 2.0 * x + 0.5 * x * x),
                             w * (1.0 - 3.0 * x + 1.5 * x * x - x * x * x * (1.0 / 6.0))};
        const double y = cash_flow[p] * inv_strike * discount[exercise_step[p] - step];
        int k = 0;
        for (int i = 0; i < 4; ++i)
            for (int j = i; j < 4; ++j)
                acc[k++] += b[i] * b[j];
        for (int i = 0; i < 4; ++i)
            acc[k++] += b[i] * y;
        acc[k] += 1.0;
    }

    const int lane = get_local_id(0);
    for (int k = 0; k < TERMS; ++k) {
        tree[lane] = acc[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int n = GROUP / 2; n > 0; n >>= 1) {
            if (lane < n)
                tree[lane] += tree[lane + n];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lane == 0)
            partial[get_group_id(0) * TERMS + k] = tree[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
