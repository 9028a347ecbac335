// Background of an astronomical picture, mesh by mesh (as in SExtractor, Bertin and Arnouts 1996, and in SEP): a group is one mesh. Pixels
// are clipped around their mean until that settles, then a histogram of what is left gives the median, and mean and median the mode.
//   pixel      height x width
//   bad        height x width: not 0 for a dead pixel
//   level      of each mesh: background
//   noise      of each mesh: standard deviation of the clipped pixels
//   kept       of each mesh: pixels left, 0 if the mesh has too few
//   width, height, mesh_x, mesh_y, clip (in standard deviations), settled (relative change)
//   local size: at most MAX_ITEMS in all
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAX_ITEMS 256
#define BINS 384
#define ROUNDS 12

__kernel void sky_mesh(__global const float *restrict pixel,
                       __global const uchar *restrict bad,
                       __global float *restrict level,
                       __global float *restrict noise,
                       __global int *restrict kept,
                       const int width,
                       const int height,
                       const int mesh_x,
                       const int mesh_y,
                       const float clip,
                       const float settled)
{
    __local double2 sums[MAX_ITEMS];
    __local int counts[MAX_ITEMS];
    __local int bins[BINS];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int bx = get_local_size(0);
    const int by = get_local_size(1);
    const int lid = ly * bx + lx;
    const int items = bx * by;
    const int x0 = get_group_id(0) * mesh_x;
    const int y0 = get_group_id(1) * mesh_y;
    const int x1 = min(x0 + mesh_x, width);
    const int y1 = min(y0 + mesh_y, height);
    const int mesh = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    float low = -1e30f;
    float up = 1e30f;
    double mean = 0.0;
    double sigma = 0.0;
    int number = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double2 sum = (double2)(0.0, 0.0);
        int count = 0;
        for (int y = y0 + ly; y < y1; y += by)
            for (int x = x0 + lx; x < x1; x += bx) {
                const float p = pixel[y * width + x];
                if (p < low || p > up || bad[y * width + x])
                    continue;
                sum += (double2)(p, (double)p * p);
                count++;
            }
        sums[lid] = sum;
        counts[lid] = count;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int n = items; n > 1; n = (n + 1) / 2) {
            const int half_of = (n + 1) / 2;
            if (lid + half_of < n) {
                sums[lid] += sums[lid + half_of];
                counts[lid] += counts[lid + half_of];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const int before = number;
        const double spread = sigma;
        number = counts[0];
        mean = sums[0].x / max(number, 1);
        sigma = sqrt(fmax(sums[0].y / max(number, 1) - mean * mean, 0.0));
        barrier(CLK_LOCAL_MEM_FENCE);
        if (number < mesh_x * mesh_y / 8 || number == before || (round > 0 && fabs(spread - sigma) < settled * sigma))
            break;
        low = (float)(mean - clip * sigma);
        up = (float)(mean + clip * sigma);
    }
    if (number < mesh_x * mesh_y / 8 || sigma <= 0.0) {                   // the same for all items of the group
        if (lid == 0) {
            level[mesh] = (float)mean;
            noise[mesh] = -1.0f;
            kept[mesh] = 0;
        }
        return;
    }
    const float from = (float)(mean - 3.0 * sigma);
    const float scale = (float)(BINS / (6.0 * sigma));
    for (int k = lid; k < BINS; k += items)
        bins[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = y0 + ly; y < y1; y += by)
        for (int x = x0 + lx; x < x1; x += bx) {
            const float p = pixel[y * width + x];
            const int bin = (int)floor((p - from) * scale);
            if (bin >= 0 && bin < BINS && p >= low && p <= up && !bad[y * width + x])
                atomic_inc(&bins[bin]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid > 0)
        return;
    int total = 0;
    for (int k = 0; k < BINS; k++)
        total += bins[k];
    int k = 0;
    int below = 0;
    while (2 * (below + bins[k]) < total)
        below += bins[k++];
    const float median = from + (k + (0.5f * total - below) / max(bins[k], 1)) / scale;
    const bool crowded = fabs(mean - median) > 0.3 * sigma;
    level[mesh] = crowded ? median : 2.5f * median - 1.5f * (float)mean;
    noise[mesh] = (float)sigma;
    kept[mesh] = number;
}
