// Approximate count of distinct strings in a column (HyperLogLog, 2048 registers): each work-group hashes rows in strides into
// registers of its own in local memory, then joins them to the global ones. Bit r of valid says that row r is not null.
#define PRECISION 11
#define REGISTERS (1 << PRECISION)

ulong murmur64(global const uchar *s, uint n)
{
    const ulong m = 0xc6a4a7935bd1e995UL;
    ulong h = 0x9747b28cUL ^ (n * m);
    for (; n >= 8; n -= 8, s += 8) {
        ulong k = as_ulong(vload8(0, s)) * m;
        k ^= k >> 47;
        h = (h ^ (k * m)) * m;
    }
    if (n > 0) {
        ulong rest = 0;
        while (n > 0)
            rest = rest << 8 | s[--n];
        h = (h ^ rest) * m;
    }
    h = (h ^ (h >> 47)) * m;
    return h ^ (h >> 47);
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void hll_strings(global const uchar *text, global const uint *offset, global const uchar *valid, int n_rows,
                 global uint *registers)
{
    local uint mine[REGISTERS];
    int lane = get_local_id(0);
    for (int r = lane; r < REGISTERS; r += 64)
        mine[r] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = get_global_id(0); row < n_rows; row += get_global_size(0)) {
        if (!(valid[row >> 3] >> (row & 7) & 1))
            continue;
        uint from = offset[row];
        ulong h = murmur64(text + from, offset[row + 1] - from);
        uint slot = (uint)(h >> (64 - PRECISION));
        uint rank = (uint)clz(h << PRECISION | 1UL << (PRECISION - 1)) + 1;
        atomic_max(&mine[slot], rank);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = lane; r < REGISTERS; r += 64)
        if (mine[r] > 0)
            atomic_max(&registers[r], mine[r]);
}
