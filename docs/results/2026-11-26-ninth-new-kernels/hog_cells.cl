// Histograms of oriented gradients: a work-group takes 2 x 2 cells of 8 x 8 pixels,
// nine unsigned orientations, votes shared between neighbouring bins.
#define BINS 9
#define CELL 8

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void hog_cells(__global const uchar *restrict image, __global float *restrict hist,
               const int width, const int height, const int cells_x, const int cells_y)
{
    __local int votes[4 * BINS];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int lid = ly * 16 + lx;
    if (lid < 4 * BINS)
        votes[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) {
        const int xl = max(x - 1, 0), xr = min(x + 1, width - 1);
        const int yu = max(y - 1, 0), yd = min(y + 1, height - 1);
        float gx = (float)image[y * width + xr] - (float)image[y * width + xl];
        float gy = (float)image[yd * width + x] - (float)image[yu * width + x];
        float mag = sqrt(gx * gx + gy * gy);
        if (mag > 1.0f) {
            float angle = atan2(gy, gx);
            if (angle < 0.0f)
                angle += M_PI_F;
            float pos = angle * (BINS / M_PI_F) - 0.5f;
            float low = floor(pos);
            float frac = pos - low;
            int b0 = (int)low;
            if (b0 < 0)
                b0 += BINS;
            if (b0 >= BINS)
                b0 -= BINS;
            int b1 = b0 + 1 == BINS ? 0 : b0 + 1;
            __local int *cell = votes + ((ly / CELL) * 2 + lx / CELL) * BINS;
            atomic_add(cell + b0, (int)(mag * (1.0f - frac) * 64.0f));
            atomic_add(cell + b1, (int)(mag * frac * 64.0f));
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid < 4 * BINS) {
        const int which = lid / BINS, bin = lid % BINS;
        const int cx = get_group_id(0) * 2 + (which & 1);
        const int cy = get_group_id(1) * 2 + (which >> 1);
        if (cx < cells_x && cy < cells_y) {
            float energy = 1.0f;
            for (int k = 0; k < BINS; k++) {
                float h = votes[which * BINS + k] * (1.0f / 64.0f);
                energy += h * h;
            }
            hist[(cy * cells_x + cx) * BINS + bin] =
                min(votes[lid] * (1.0f / 64.0f) * rsqrt(energy), 0.4f);
        }
    }
}
