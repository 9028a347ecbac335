/* Linear algebra: the first half of GEMVER. A gets a rank-two update in place and the updated rows are summed up for
 * beta * A^T y at once. A work-item has two columns; global dimension 1 divides the rows into slabs, whose sums another
 * kernel adds. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TILE 32

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void gemver_rank2(__global double2 *restrict a, __global const double *restrict u1,
                  __global const double2 *restrict v1, __global const double *restrict u2,
                  __global const double2 *restrict v2, __global const double *restrict y,
                  __global double2 *restrict partial, const int rows, const int pairs, const double beta)
{
    __local double lu1[TILE], lu2[TILE], ly[TILE];
    const int lid = get_local_id(0), col = get_global_id(0);
    const int slab = get_global_id(1), slabs = get_global_size(1);
    const int first = (int)((long)rows * slab / slabs), last = (int)((long)rows * (slab + 1) / slabs);
    const bool inside = col < pairs;
    const double2 w1 = inside ? v1[col] : (double2)(0.0);
    const double2 w2 = inside ? v2[col] : (double2)(0.0);

    double2 sum = (double2)(0.0);
    for (int r0 = first; r0 < last; r0 += TILE) {
        const int here = min(TILE, last - r0);
        if (lid < here) {
            lu1[lid] = u1[r0 + lid];
            lu2[lid] = u2[r0 + lid];
            ly[lid] = y[r0 + lid];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside)
            for (int k = 0; k < here; k++) {
                const size_t at = (size_t)(r0 + k) * pairs + col;
                const double2 t = a[at] + lu1[k] * w1 + lu2[k] * w2;
                a[at] = t;
                sum += t * ly[k];
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (inside)
        partial[(size_t)slab * pairs + col] = beta * sum;
}
