// Graph colouring, one round of Jones-Plassmann (Pannotia, Gunrock; used to order sparse smoothers): a vertex without colour
// whose priority is the largest among its uncoloured neighbours takes the least colour free, from a mask of 64.
__kernel void jp_colour(__global const int *row, __global const int *col, __global const uint *priority,
                        __global const int *colour, __global int *colour_new, __global int *stop, const int num_nodes)
{
    int v = get_global_id(0);
    if (v < num_nodes) {
        int mine = colour[v];
        if (mine == -1) {
            uint p = priority[v];
            ulong used = 0;
            bool largest = true;
            int end = row[v + 1];
            for (int edge = row[v]; edge < end; edge++) {
                int w = col[edge];
                int c = colour[w];
                if (c >= 0) {
                    used |= 1UL << (c & 63);
                } else if (w != v) {
                    uint q = priority[w];
                    if (q > p || (q == p && w > v)) {
                        largest = false;
                        break;
                    }
                }
            }
            if (largest)
                mine = (int)popcount(used & ~(used + 1));   /* ones at the low end */
            else
                *stop = 0;
        }
        colour_new[v] = mine;
    }
}
