// Clocks: sums for the overlapping Allan deviation of phase records with gaps (IEEE 1139; as in Stable32 and allantools): the first dimension
// goes along the record, the second over the averaging times, the third over the clocks. A group leaves one partial sum.
//   phase      nclocks x nsamples: seconds, NaN where a reading is missing
//   lag        of each averaging time: samples
//   partial    nclocks x nlags x groups: sum of the squares, of the fourth powers, largest difference, how many
//   nsamples, limit (differences beyond are jumps of the counter and don't count, in root lags)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ITEMS 64

__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void allan_dev(__global const double *restrict phase,
               __global const int *restrict lag,
               __global double4 *restrict partial,
               const int nsamples,
               const double limit)
{
    __local double4 part[ITEMS];
    const int lid = get_local_id(0);
    const int k = get_global_id(1);
    const int c = get_global_id(2);
    const int m = lag[k];
    const int n = nsamples - 2 * m;
    const double most = limit * sqrt((double)m);
    __global const double *x = phase + c * nsamples;
    double squares = 0.0;
    double fourths = 0.0;
    double largest = 0.0;
    int count = 0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        const double d = x[i + 2 * m] - 2.0 * x[i + m] + x[i];
        const double size = fabs(d);
        if (size <= most) {                                                // never with a NaN
            const double s = d * d;
            squares += s;
            fourths += s * s;
            largest = fmax(largest, size);
            count++;
        }
    }
    part[lid] = (double4)(squares, fourths, largest, count);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = ITEMS / 2; half_of > 0; half_of >>= 1) {
        if (lid < half_of) {
            const double4 a = part[lid];
            const double4 b = part[lid + half_of];
            part[lid] = (double4)(a.x + b.x, a.y + b.y, fmax(a.z, b.z), a.w + b.w);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[(c * get_global_size(1) + k) * get_num_groups(0) + get_group_id(0)] = part[0];
}
