// Radar: ordered statistic CFAR along range. The threshold is the k-th smallest of the training cells on both sides, times alpha.
// A work-group takes 128 range bins of one Doppler row and stages them with their margins in local memory.
#define GROUP 128
#define TRAIN 12
#define GUARD 3
#define MARGIN (TRAIN + GUARD)

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void os_cfar(__global const float *power, __global float *threshold, __global uchar *hit, __global int *hits_of_row,
             const int bins, const int order, const float alpha)
{
    __local float tile[GROUP + 2 * MARGIN];
    const int lane = get_local_id(0);
    const int bin = get_global_id(0);
    const int row = get_global_id(1);
    __global const float *line = power + row * bins;

    const int origin = get_group_id(0) * GROUP - MARGIN;
    for (int i = lane; i < GROUP + 2 * MARGIN; i += GROUP) {
        int from = origin + i;  /* mirrored at the ends */
        if (from < 0) from = -from;
        if (from >= bins) from = max(0, 2 * bins - 2 - from);
        tile[i] = line[from];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (bin >= bins)
        return;

    float cells[2 * TRAIN];
    for (int i = 0; i < TRAIN; ++i) {
        cells[i] = tile[lane + i];
        cells[TRAIN + i] = tile[lane + MARGIN + GUARD + 1 + i];
    }
    float statistic = 0.0f;
    for (int i = 0; i < 2 * TRAIN; ++i) {
        const float c = cells[i];
        int below = 0;
        for (int j = 0; j < 2 * TRAIN; ++j)
            below += (cells[j] < c) || (cells[j] == c && j < i);
        if (below == order) {
            statistic = c;
            break;
        }
    }

    const float t = alpha * statistic;
    const bool detected = tile[lane + MARGIN] > t;
    threshold[row * bins + bin] = t;
    hit[row * bins + bin] = detected;
    if (detected)
        atomic_inc(&hits_of_row[row]);
}
