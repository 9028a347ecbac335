// Datum shift with an NTv2 grid file: the deepest sub-grid that holds the point, a bilinear shift from it;
// the inverse by fixed-point iteration. Points outside of all grids become NaN.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct { double lat0, lon0, lat1, lon1, dlat, dlon; int rows, cols, first_node, first_child, nchildren, pad; } grid_t;

static int find_grid(__global const grid_t *grids, const int ntop, const double2 at)
{
    int inside = -1, first = 0, count = ntop;
    while (count > 0) {
        int found = -1;
        for (int g = first; g < first + count; g++) {
            if (at.y >= grids[g].lat0 && at.y <= grids[g].lat1 && at.x >= grids[g].lon0 && at.x <= grids[g].lon1) {
                found = g;
                break;
            }
        }
        if (found < 0)
            break;
        inside = found;
        first = grids[found].first_child;
        count = grids[found].nchildren;
    }
    return inside;
}

static double2 grid_shift(__global const grid_t *gr, __global const float2 *nodes, const double2 at)
{
    const double x = (at.x - gr->lon0) / gr->dlon;
    const double y = (at.y - gr->lat0) / gr->dlat;
    const int ix = clamp((int)floor(x), 0, gr->cols - 2);
    const int iy = clamp((int)floor(y), 0, gr->rows - 2);
    const double fx = x - ix, fy = y - iy;
    __global const float2 *n = nodes + gr->first_node + iy * gr->cols + ix;
    const double2 a = convert_double2(n[0]), b = convert_double2(n[1]);
    const double2 c = convert_double2(n[gr->cols]), d = convert_double2(n[gr->cols + 1]);
    const double2 lo = a + fx * (b - a), hi = c + fx * (d - c);
    return (lo + fy * (hi - lo)) * (1.0 / 3600.0);
}

__kernel void ntv2_shift(__global const grid_t *restrict grids,
                         __global const float2 *restrict nodes,        // seconds of longitude, latitude
                         __global const double2 *restrict points,      // degrees
                         __global double2 *restrict shifted,
                         const int npoints,
                         const int ntop,
                         const int inverse)
{
    const int id = get_global_id(0);
    if (id >= npoints)
        return;

    const double2 at = points[id];
    int g = find_grid(grids, ntop, at);
    if (g < 0) {
        shifted[id] = (double2)(NAN, NAN);
        return;
    }
    const double2 s = grid_shift(grids + g, nodes, at);
    if (!inverse) {
        shifted[id] = at + s;
        return;
    }
    double2 guess = at - s;
    for (int it = 0; it < 10; it++) {
        g = find_grid(grids, ntop, guess);
        if (g < 0)
            break;                                            // drifted over the edge: keep the guess
        const double2 miss = guess + grid_shift(grids + g, nodes, guess) - at;
        guess -= miss;
        if (fabs(miss.x) + fabs(miss.y) < 1.0e-12)
            break;
    }
    shifted[id] = guess;
}
