/* Molecular dynamics: potential and forces within boxes. One group per home box; it goes through the box itself and its
 * neighbours, each brought into local memory first. rv = (|r|^2 / 2, x, y, z). */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define LANES 64
#define MAX_PER_BOX 128
#define MAX_NEIGHBOURS 26

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void lavamd_home(__global const int *restrict begin, __global const int *restrict neighbour_count,
                 __global const int *restrict neighbours, __global const double4 *restrict rv,
                 __global const double *restrict charge, __global double4 *restrict fv, const double alpha)
{
    __local double4 other[MAX_PER_BOX];
    __local double other_charge[MAX_PER_BOX];
    const int box = get_group_id(0), lid = get_local_id(0);
    const int home = begin[box], mine = begin[box + 1] - home;
    const int boxes = 1 + neighbour_count[box];
    const double a2 = 2.0 * alpha * alpha;

    double4 sum[MAX_PER_BOX / LANES];
    for (int s = 0; s < MAX_PER_BOX / LANES; s++)
        sum[s] = (double4)(0.0);

    for (int k = 0; k < boxes; k++) {
        const int which = k == 0 ? box : neighbours[box * MAX_NEIGHBOURS + k - 1];
        const int first = begin[which], count = begin[which + 1] - first;
        for (int i = lid; i < count; i += LANES) {
            other[i] = rv[first + i];
            other_charge[i] = charge[first + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int i = lid, s = 0; i < mine; i += LANES, s++) {
            const double4 a = rv[home + i];
            double4 acc = sum[s];
            for (int j = 0; j < count; j++) {
                const double4 b = other[j];
                const double r2 = a.x + b.x - (a.y * b.y + a.z * b.z + a.w * b.w);
                const double v = exp(-a2 * r2);
                const double fs = 2.0 * v;
                const double q = other_charge[j];
                acc.x += q * v;
                acc.y += q * (fs * (a.y - b.y));
                acc.z += q * (fs * (a.z - b.z));
                acc.w += q * (fs * (a.w - b.w));
            }
            sum[s] = acc;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int i = lid, s = 0; i < mine; i += LANES, s++)
        fv[home + i] = sum[s];
}
