// Pass of a skyline query (sort-filter-skyline): each tuple of a block against the window of skyline tuples
// found so far, until one of them is nowhere worse and somewhere better. Smaller is better in all
// attributes; both sides come sorted by the sum of them, so a tuple may stop at the first larger sum.
__kernel void skyline_filter(__global const float *restrict tuples,       // ntuples x dims
                             __global const float *restrict tuple_sum,
                             __global const float *restrict window,       // nwindow x dims
                             __global const float *restrict window_sum,
                             __global uint *restrict beaten_by,
                             __global uint *restrict tests,
                             const uint ntuples,
                             const uint nwindow,
                             const uint dims)
{
    const uint i = get_global_id(0);
    if (i >= ntuples)
        return;
    __global const float *mine = tuples + i * dims;
    const float sum = tuple_sum[i];
    uint by = 0xffffffffu;
    uint w = 0;
    while (w < nwindow && window_sum[w] <= sum) {
        __global const float *other = window + w * dims;
        bool better = false;
        uint d = 0;
        for (; d < dims; d++) {
            const float a = other[d];
            const float b = mine[d];
            if (a > b)
                break;
            better |= a < b;
        }
        w++;
        if (d == dims && better) {
            by = w - 1;
            break;
        }
    }
    beaten_by[i] = by;
    tests[i] = w;
}
