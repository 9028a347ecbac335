// First pass of an ORDER BY over a float column: each work-group sorts a tile of 1024 (key, row)
// pairs in local memory with a bitonic network and counts the distinct keys of the tile.
#define TILE 1024
#define WG 256
#define NONE 0xFFFFFFFFFFFFFFFFUL

static inline uint sortable(const float f)
{
    const uint u = as_uint(f);
    return u ^ (u >> 31 ? 0xFFFFFFFFu : 0x80000000u);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void bitonic_tiles(__global const float *restrict column,
                   __global ulong *restrict runs,
                   __global uint *restrict distinct,
                   const uint nrows)
{
    __local ulong tile[TILE];
    __local uint partial[WG];

    const uint lid = get_local_id(0);
    const uint base = get_group_id(0) * TILE;

    for (uint i = lid; i < TILE; i += WG) {
        const uint row = base + i;
        tile[i] = row < nrows ? (ulong)sortable(column[row]) << 32 | row : NONE;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint size = 2; size <= TILE; size <<= 1) {
        for (uint dist = size >> 1; dist > 0; dist >>= 1) {
            for (uint p = lid; p < TILE / 2; p += WG) {
                const uint lo = 2 * p - (p & (dist - 1));
                const uint hi = lo + dist;
                const ulong a = tile[lo];
                const ulong b = tile[hi];
                const bool down = (lo & size) != 0;
                if ((a > b) != down) {
                    tile[lo] = b;
                    tile[hi] = a;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }

    uint fresh = 0;
    for (uint i = lid; i < TILE; i += WG) {
        const ulong t = tile[i];
        if (base + i < nrows) {
            runs[base + i] = t;
            fresh += i == 0 || (tile[i - 1] >> 32) != (t >> 32);
        }
    }
    partial[lid] = fresh;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_wg = WG / 2; half_wg > 0; half_wg >>= 1) {
        if (lid < half_wg)
            partial[lid] += partial[lid + half_wg];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        distinct[get_group_id(0)] = partial[0];
}
