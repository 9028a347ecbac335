/* Stream clustering: what opening a centre at one point would gain. Each point compares its present cost with that to
 * the candidate; it either switches or adds what its centre would lose when closed. Coordinates are [dimension][point]. */
#define MAX_DIM 256

__kernel void pgain_switch(__global const float *restrict coordinate, __global const float *restrict weight,
                           __global const float *restrict cost, __global const int *restrict assign,
                           __global const int *restrict center_table, __global const uchar *restrict is_center,
                           __global float *restrict work, __global uchar *restrict switched,
                           const int points, const int dimensions, const int candidate, const int centers)
{
    __local float target[MAX_DIM];
    for (int d = get_local_id(0); d < dimensions; d += get_local_size(0))
        target[d] = coordinate[(size_t)d * points + candidate];
    barrier(CLK_LOCAL_MEM_FENCE);

    const int p = get_global_id(0);
    if (p >= points)
        return;

    // one row of the work table per point: a slot for each open centre, the last for the candidate
    __global float *row = work + (size_t)p * (centers + 1);
    for (int k = 0; k <= centers; k++)
        row[k] = 0.0f;

    float distance = 0.0f;
    for (int d = 0; d < dimensions; d++) {
        const float t = coordinate[(size_t)d * points + p] - target[d];
        distance += t * t;
    }
    const float there = distance * weight[p];
    const float here = cost[p];
    uchar flag = 0;
    if (there < here) {
        flag = 1;
        row[centers] = there - here;
    } else {
        const int owner = assign[p];
        if (is_center[owner])
            row[center_table[owner]] += there - here;
    }
    switched[p] = flag;
}
