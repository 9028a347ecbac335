// Dynamic programming: cheapest path through a grid, some rows per launch. Every group starts with a halo as wide as the
// rows it goes up, and the valid part shrinks by one on each side with every row.
#define LANES 256

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void pathfinder_pyramid(__global const uchar *restrict wall, __global const int *restrict source,
                        __global int *restrict result, const int cols, const int first_row, const int height)
{
    __local int previous[LANES];
    __local int current[LANES];
    const int lid = get_local_id(0);
    const int kept = LANES - 2 * height;
    const int start = (int)get_group_id(0) * kept - height;
    const int col = start + lid;

    // lanes that stand for columns of the grid
    const int lo = max(0, -start), hi = min(LANES - 1, cols - 1 - start);
    const int west = max(lid - 1, lo), east = min(lid + 1, hi);
    const bool valid = lid >= lo && lid <= hi;
    if (valid)
        previous[lid] = source[col];
    barrier(CLK_LOCAL_MEM_FENCE);

    bool computed = false;
    for (int i = 0; i < height; i++) {
        computed = false;
        if (lid >= i + 1 && lid <= LANES - 2 - i && valid) {
            computed = true;
            const int shortest = min(previous[lid], min(previous[west], previous[east]));
            current[lid] = shortest + wall[(size_t)(first_row + i) * cols + col];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == height - 1)
            break;
        if (computed)
            previous[lid] = current[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // the lane is in the part that no other group writes
    if (computed && lid >= height && lid < height + kept)
        result[col] = current[lid];
}
