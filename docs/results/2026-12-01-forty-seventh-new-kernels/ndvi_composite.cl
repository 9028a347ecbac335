// Monitoring of vegetation from satellites: composite of some days' pictures into one without clouds (constrained view angle, maximum
// value, as in MODIS's MOD13): an item is one pixel. Of its two greenest clear days the one seen from less far aside is kept.
//   red, nir   ndays x ny x nx: reflectance times 10000, negative where nothing was measured
//   flags      ndays x ny x nx: bits 0-1 cloud (0 clear, 1 cloudy, 2 mixed), 2 shadow, 3-4 aerosol, 5 snow, 6 water
//   zenith     ndays x ny x nx: view angle (degrees)
//   index      ny x nx: NDVI times 10000, -3000 where there is none
//   pair       ny x nx: red, nir of the day kept
//   day        ny x nx: the day kept, 255 for none
//   grade      ny x nx: 0 good, 1 snow, 2 marginal, 3 none
//   nx, ny, ndays, steepest (degrees)
#define NONE -3000

int greenness(const int r, const int n)
{
    return r + n > 0 ? 10000 * (n - r) / (n + r) : NONE;
}

__kernel void ndvi_composite(__global const short *restrict red,
                             __global const short *restrict nir,
                             __global const uchar *restrict flags,
                             __global const uchar *restrict zenith,
                             __global short *restrict index,
                             __global short2 *restrict pair,
                             __global uchar *restrict day,
                             __global uchar *restrict grade,
                             const int nx,
                             const int ny,
                             const int ndays,
                             const int steepest)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    const int at = y * nx + x;
    const int plane = nx * ny;
    int first = NONE;
    int second = NONE;
    int first_day = 255;
    int second_day = 255;
    int spare = NONE;
    int spare_day = 255;
    for (int d = 0; d < ndays; d++) {
        const int k = d * plane + at;
        const int r = red[k];
        const int n = nir[k];
        if (r < 0 || n < 0)
            continue;
        const int f = flags[k];
        const int value = greenness(r, n);
        const bool clear_day = (f & 7) == 0 && ((f >> 3) & 3) < 3 && zenith[k] <= steepest;
        if (!clear_day) {
            if ((f & 3) != 1 && value > spare) {
                spare = value;
                spare_day = d;
            }
        } else if (value > first) {
            second = first;
            second_day = first_day;
            first = value;
            first_day = d;
        } else if (value > second) {
            second = value;
            second_day = d;
        }
    }
    int kept = first_day;
    if (second_day < 255 && first - second < 1000 && zenith[second_day * plane + at] < zenith[first_day * plane + at])
        kept = second_day;
    int quality = 0;
    if (kept == 255) {
        kept = spare_day;
        quality = kept == 255 ? 3 : 2;
    } else if (flags[kept * plane + at] & 32)
        quality = 1;
    short2 chosen = (short2)(-1, -1);
    if (kept < 255)
        chosen = (short2)(red[kept * plane + at], nir[kept * plane + at]);
    index[at] = kept < 255 ? greenness(chosen.x, chosen.y) : NONE;
    pair[at] = chosen;
    day[at] = kept;
    grade[at] = quality;
}
