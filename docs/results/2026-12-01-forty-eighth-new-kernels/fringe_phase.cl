// Measuring shapes by projected fringes: absolute phase and height of each pixel (phase shifts of fine fringes, orders by one coarse fringe,
// jumps mended along the row): an item is one row of the camera. It carries the last good pixel's phase and slope along.
//   fine       nshifts x ny x nx: pictures with fine fringes
//   coarse     3 x ny x nx: pictures with one fringe over all, shifted by thirds
//   weight     of each shift: sine, cosine
//   phase      ny x nx: radians, -1 where the fringes are too weak
//   height     ny x nx: mm
//   tally      of each row: good pixels, orders mended, jumps believed, longest gap
//   nx, ny, nshifts, periods (fine fringes), weakest (grey levels), plane0, plane_x, plane_y (phase of the bare table), away (of the
//   camera, mm), lean (phase per mm at the table)
#define TURN 6.2831853f
#define NARROW 6

__kernel void fringe_phase(__global const uchar *restrict fine,
                           __global const uchar *restrict coarse,
                           __global const float2 *restrict weight,
                           __global float *restrict phase,
                           __global float *restrict height,
                           __global int4 *restrict tally,
                           const int nx,
                           const int ny,
                           const int nshifts,
                           const float periods,
                           const float weakest,
                           const float plane0,
                           const float plane_x,
                           const float plane_y,
                           const float away,
                           const float lean)
{
    const int y = get_global_id(0);
    if (y >= ny)
        return;
    const int plane = nx * ny;
    int4 count = (int4)(0, 0, 0, 0);
    float last = 0.0f;
    float slope = plane_x;
    int gap = 1000;
    int mended = 0;
    for (int x = 0; x < nx; x++) {
        const int at = y * nx + x;
        float2 sum = (float2)(0.0f, 0.0f);
        for (int k = 0; k < nshifts; k++)
            sum += weight[k] * (float)fine[k * plane + at];
        if (2.0f * sqrt(dot(sum, sum)) < weakest * nshifts) {
            gap++;
            count.w = max(count.w, gap < 1000 ? gap : 0);
            phase[at] = -1.0f;
            height[at] = 0.0f;
            continue;
        }
        const float wrapped = atan2(-sum.x, sum.y);
        const float a = coarse[at];
        const float b = coarse[plane + at];
        const float c = coarse[2 * plane + at];
        float once = atan2(1.7320508f * (a - c), 2.0f * b - a - c);
        once += once < 0.0f ? TURN : 0.0f;
        float whole = wrapped + TURN * rint((once * periods - wrapped) / TURN);
        if (gap < NARROW) {
            const float expected = last + slope * (gap + 1);
            const float jump = rint((whole - expected) / TURN);
            if (jump != 0.0f) {
                if (mended < NARROW) {                                     // an order mistaken; too many of them are a step
                    whole -= TURN * jump;
                    mended++;
                    count.y++;
                } else {
                    mended = 0;
                    count.z++;
                    slope = plane_x;
                }
            } else {
                mended = 0;
                slope += 0.2f * ((whole - last) / (gap + 1) - slope);
            }
        } else {
            mended = 0;
            slope = plane_x;
        }
        last = whole;
        gap = 0;
        count.x++;
        const float shift = whole - (plane0 + plane_x * x + plane_y * y);
        phase[at] = whole;
        height[at] = away * shift / (shift + away * lean);
    }
    tally[y] = count;
}
