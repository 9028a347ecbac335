// C = A * B over GF(2), method of the four Russians: the 256 sums of eight rows of B in local memory, every
// row of A picks one by each of its bytes. A tile of C is 256 rows by 256 bits, four rows to a work-item.
#define LANES 64
#define ROWS 4

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void gf2_m4rm(__global const uchar *restrict a,           // m rows of a_stride bytes, eight columns to a byte
              __global const ulong4 *restrict b,          // k rows of b_stride ulong4
              __global ulong4 *restrict c,                // m rows of b_stride ulong4
              const int m,
              const int k,
              const int a_stride,
              const int b_stride)
{
    __local ulong4 table[256];

    const int lid = get_local_id(0);
    const int row0 = get_group_id(1) * (LANES * ROWS) + lid;
    const int col = get_group_id(0);

    ulong4 acc[ROWS];
    for (int r = 0; r < ROWS; r++)
        acc[r] = (ulong4)(0ul);

    for (int base = 0; base < k; base += 8) {
        // entries 4 lid to 4 lid + 3: the rows of the upper six bits once, then the lower two
        ulong4 sum = (ulong4)(0ul);
        for (int bit = 2; bit < 8; bit++)
            if (((lid << 2) >> bit & 1) && base + bit < k)
                sum ^= b[(size_t)(base + bit) * b_stride + col];
        const ulong4 b0 = b[(size_t)base * b_stride + col];
        const ulong4 b1 = base + 1 < k ? b[(size_t)(base + 1) * b_stride + col] : (ulong4)(0ul);
        table[4 * lid] = sum;
        table[4 * lid + 1] = sum ^ b0;
        table[4 * lid + 2] = sum ^ b1;
        table[4 * lid + 3] = sum ^ b0 ^ b1;
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int r = 0; r < ROWS; r++) {
            const int row = row0 + r * LANES;
            if (row < m)
                acc[r] ^= table[a[(size_t)row * a_stride + (base >> 3)]];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int r = 0; r < ROWS; r++) {
        const int row = row0 + r * LANES;
        if (row < m)
            c[(size_t)row * b_stride + col] = acc[r];
    }
}
