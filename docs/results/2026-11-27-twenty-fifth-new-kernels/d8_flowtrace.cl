/* Hydrology: travel time of a drop from each cell to the outlet, along D8 directions of a terrain model.
 * direction: 0..7 clockwise from east, 255 at a pit or outlet. Manning-like velocity from slope and roughness class. */
__constant int step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
__constant int step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

__kernel void d8_flowtrace(__global const float *restrict dem, __global const uchar *restrict direction,
                           __global const uchar *restrict cover, __global float *restrict travel,
                           __global int *restrict outlet, const int width, const int height, const int max_steps,
                           const float cell)
{
    const int x0 = get_global_id(0), y0 = get_global_id(1);
    if (x0 >= width || y0 >= height)
        return;
    int x = x0, y = y0;
    float z = dem[y * width + x], seconds = 0.0f;

    for (int s = 0; s < max_steps; s++) {
        const int at = y * width + x;
        const uchar d = direction[at];
        if (d > 7)
            break;
        const int nx = x + step_x[d], ny = y + step_y[d];
        if (nx < 0 || ny < 0 || nx >= width || ny >= height)
            break;
        const float run = (d & 1) ? cell * 1.41421356f : cell;
        const float below = dem[ny * width + nx];
        const float slope = fmax((z - below) / run, 1e-4f);
        float rough;
        switch (cover[at]) {
        case 0: rough = 0.03f; break;
        case 1: rough = 0.08f; break;
        case 2: rough = 0.25f; break;
        default: rough = 0.4f + 0.1f * exp(-slope); break;
        }
        seconds += run * rough / (0.215f * sqrt(slope));
        z = below;
        x = nx;
        y = ny;
    }
    travel[y0 * width + x0] = seconds;
    outlet[y0 * width + x0] = y * width + x;
}
