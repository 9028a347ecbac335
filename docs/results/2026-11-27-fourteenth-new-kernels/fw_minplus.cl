// All-pairs shortest paths, blocked Floyd-Warshall, third phase: every tile outside the pivot row and the pivot column is
// relaxed through the pivot tiles. Tiles of 32x32, four entries a work-item. next[i][j] is the first hop of the path i to j.
#define TILE 32
#define UNREACHED 0x3fffffff

int entry(global const int *distance, int n, int i, int j)
{
    return i < n && j < n ? distance[(size_t)i * n + j] : UNREACHED;
}

kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void fw_minplus(global int *distance, global int *next, int n, int pivot)
{
    local int to_pivot[TILE][TILE + 1];
    local int from_pivot[TILE][TILE];
    int tile_x = get_group_id(0), tile_y = get_group_id(1);
    if (tile_x == pivot || tile_y == pivot)
        return;                                   // done by the first two phases
    int lx = get_local_id(0), ly = get_local_id(1);
    int x0 = tile_x * TILE, y0 = tile_y * TILE, k0 = pivot * TILE;

    for (int b = 0; b < TILE; b += 16)
        for (int a = 0; a < TILE; a += 16) {
            to_pivot[ly + b][lx + a] = entry(distance, n, y0 + ly + b, k0 + lx + a);
            from_pivot[ly + b][lx + a] = entry(distance, n, k0 + ly + b, x0 + lx + a);
        }
    barrier(CLK_LOCAL_MEM_FENCE);

    int best[2][2], through[2][2];
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            best[b][a] = entry(distance, n, y0 + ly + 16 * b, x0 + lx + 16 * a);
            through[b][a] = -1;
        }
    for (int k = 0; k < TILE; k++) {
        int to[2] = {to_pivot[ly][k], to_pivot[ly + 16][k]};
        int from[2] = {from_pivot[k][lx], from_pivot[k][lx + 16]};
        for (int b = 0; b < 2; b++)
            for (int a = 0; a < 2; a++) {
                int path = to[b] + from[a];
                through[b][a] = path < best[b][a] ? k : through[b][a];
                best[b][a] = min(best[b][a], path);
            }
    }
    for (int b = 0; b < 2; b++)
        for (int a = 0; a < 2; a++) {
            int i = y0 + ly + 16 * b, j = x0 + lx + 16 * a;
            if (i < n && j < n && through[b][a] >= 0) {
                distance[(size_t)i * n + j] = best[b][a];
                next[(size_t)i * n + j] = next[(size_t)i * n + k0 + through[b][a]];
            }
        }
}
