// Read mapping: banded Smith-Waterman with affine gaps of a short read against the window of the reference that seeding
// proposed, given up once the row's best falls too far below the best so far. A pair a work-item; bases are 0..3.
#define BAND 32
#define NONE (-10000)

__kernel void banded_sw(__global const char *reads, __global const char *windows, __global const int *lengths,
                        __global int2 *result, int pairs, int pitch, int match, int mismatch, int gap_open,
                        int gap_extend, int drop)
{
    int pair = get_global_id(0);
    if (pair >= pairs)
        return;

    __global const char *read = reads + pair * pitch;
    __global const char *window = windows + pair * (pitch + BAND);
    int length = lengths[pair];

    int h[BAND + 1], e[BAND + 1];
    for (int d = 0; d < BAND; d++) {
        h[d] = 0;
        e[d] = NONE;
    }
    h[BAND] = NONE;
    e[BAND] = NONE;

    int best = 0, best_row = -1;
    for (int i = 0; i < length; i++) {
        char base = read[i];
        int left = NONE, f = NONE, row_best = 0;
        for (int d = 0; d < BAND; d++) {
            int diagonal = h[d] + (window[i + d] == base ? match : -mismatch);
            int down = max(h[d + 1] - gap_open, e[d + 1] - gap_extend);
            f = max(left - gap_open, f - gap_extend);
            int cell = max(max(diagonal, 0), max(down, f));
            e[d] = down;
            h[d] = cell;
            left = cell;
            row_best = max(row_best, cell);
        }
        if (row_best > best) {
            best = row_best;
            best_row = i;
        }
        if (row_best + drop < best)
            break;
    }
    result[pair] = (int2)(best, best_row);
}
