// Rows of a join's probe side against a split-block Bloom filter (as of Parquet files): xxHash64 of the
// key, one block of eight words, a bit in each. 32 rows a work-item, a word of the selection.
__constant uint SALT[8] = {0x47b6137bu, 0x44974d91u, 0x8824ad5bu, 0xa2b7289du,
                           0x705495c7u, 0x2df1424bu, 0x9efc4947u, 0x5c6bfb31u};

static inline ulong xxh64(const ulong key)
{
    const ulong p1 = 0x9E3779B185EBCA87UL, p2 = 0xC2B2AE3D27D4EB4FUL, p3 = 0x165667B19E3779F9UL;
    const ulong p4 = 0x85EBCA77C2B2AE63UL, p5 = 0x27D4EB2F165667C5UL;
    ulong h = p5 + 8UL;
    h ^= rotate(key * p2, 31UL) * p1;
    h = rotate(h, 27UL) * p1 + p4;
    h ^= h >> 33;
    h *= p2;
    h ^= h >> 29;
    h *= p3;
    return h ^ (h >> 32);
}

__kernel void parquet_bloom(__global const ulong *restrict keys,
                            __global const uint *restrict valid,
                            __global const uint *restrict filter,
                            __global uint *restrict selected,
                            const uint nrows,
                            const uint nblocks)
{
    const uint word = get_global_id(0);
    if (word * 32 >= nrows)
        return;

    const uint8 salt = vload8(0, SALT);
    const uint live = valid[word];
    const uint count = min(32u, nrows - word * 32);
    uint bits = 0;
    for (uint i = 0; i < count; i++) {
        if (!((live >> i) & 1u))
            continue;
        const ulong h = xxh64(keys[word * 32 + i]);
        const uint block = (uint)(((h >> 32) * nblocks) >> 32);
        const uint8 mask = (uint8)(1u) << (((uint8)((uint)h) * salt) >> 27);
        const uint8 have = vload8(block, filter);
        bits |= (any((have & mask) != mask) ? 0u : 1u) << i;
    }
    selected[word] = bits;
}
