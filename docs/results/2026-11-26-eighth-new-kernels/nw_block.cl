// Needleman-Wunsch over one block diagonal (Rodinia nw), for a batch of protein pairs: a group of 32 fills a tile of
// 32x32 in local memory, diagonal by diagonal with barriers. Scores by a substitution matrix of 24 letters.
#define BLOCK_SIZE 32
#define TILE(i, j) temp[(i) * (BLOCK_SIZE + 1) + (j)]

int maximum(int a, int b, int c)
{
    int k;
    if (a <= b) k = b; else k = a;
    if (k <= c) return c; else return k;
}

__kernel void nw_block(__global int *itemsets, __global const char *seq_a, __global const char *seq_b,
                       __constant int *blosum, int length, int blk, int first_column, int blocks, int penalty)
{
    __local int temp[(BLOCK_SIZE + 1) * (BLOCK_SIZE + 1)];
    __local int subst[24 * 24];
    __local char letters[BLOCK_SIZE];

    int tx = get_local_id(0);
    int pair = get_group_id(0) / blocks;
    int b_index_x = get_group_id(0) % blocks + first_column;
    int b_index_y = blk - 1 - b_index_x;
    int cols = length + 1;
    __global int *score = itemsets + (size_t)pair * cols * cols;
    size_t base = (size_t)cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;

    for (int i = tx; i < 24 * 24; i += BLOCK_SIZE)
        subst[i] = blosum[i];
    letters[tx] = seq_b[pair * length + b_index_x * BLOCK_SIZE + tx];
    int mine = seq_a[pair * length + b_index_y * BLOCK_SIZE + tx];

    if (tx == 0)
        TILE(0, 0) = score[base];
    TILE(tx + 1, 0) = score[base + cols * (tx + 1)];
    TILE(0, tx + 1) = score[base + tx + 1];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int m = 0; m < 2 * BLOCK_SIZE - 1; m++) {
        int x = m - tx + 1;
        int y = tx + 1;
        if (x >= 1 && x <= BLOCK_SIZE)
            TILE(y, x) = maximum(TILE(y - 1, x - 1) + subst[mine * 24 + letters[x - 1]],
                                 TILE(y, x - 1) - penalty,
                                 TILE(y - 1, x) - penalty);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        score[base + cols * (ty + 1) + tx + 1] = TILE(ty + 1, tx + 1);
}
