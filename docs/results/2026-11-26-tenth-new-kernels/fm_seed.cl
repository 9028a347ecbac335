// Maximal exact seeds of short reads by backward search in an FM index: 64 bases a block, a block
// four counts and two bit planes. Codes A C G T = 0 1 2 3; the sentinel stands as an A.
inline uint occurrences(__global const ulong4 *restrict index, const uint c, const uint at, const uint sentinel)
{
    const ulong4 b = index[at >> 6];
    const ulong pair = (c & 2u) ? b.y : b.x;
    const uint before = (c & 1u) ? (uint)(pair >> 32) : (uint)pair;
    const ulong hi = (c & 2u) ? b.z : ~b.z;
    const ulong lo = (c & 1u) ? b.w : ~b.w;
    const ulong below = (1UL << (at & 63u)) - 1UL;
    return before + (uint)popcount(hi & lo & below) - ((c == 0u && sentinel < at) ? 1u : 0u);
}

__kernel void fm_seed(__global const ulong4 *restrict index, __global const uint *restrict reads,
                      __global const ushort *restrict read_length, __global const uint *restrict read_first,
                      __global uint4 *restrict best,
                      const uint n_reads, const uint n_rows, const uint sentinel,
                      const uint first_a, const uint first_c, const uint first_g, const uint first_t,
                      const uint min_length)
{
    const uint r = get_global_id(0);
    if (r >= n_reads)
        return;
    const int length = read_length[r];
    __global const uint *read = reads + read_first[r];
    const uint first[4] = {first_a, first_c, first_g, first_t};

    uint seeds = 0, best_length = 0, best_lo = 0, best_hits = 0;
    int i = length - 1;
    while (i >= 0) {
        uint lo = 0, hi = n_rows;
        int k = i;
        while (k >= 0) {
            const uint c = (read[k >> 4] >> ((k & 15) * 2)) & 3u;
            const uint next_lo = first[c] + occurrences(index, c, lo, sentinel);
            const uint next_hi = first[c] + occurrences(index, c, hi, sentinel);
            if (next_lo >= next_hi)
                break;
            lo = next_lo;
            hi = next_hi;
            k--;
        }
        const uint matched = (uint)(i - k);
        if (matched >= min_length) {
            seeds++;
            if (matched > best_length) {
                best_length = matched;
                best_lo = lo;
                best_hits = hi - lo;
            }
        }
        i = k < i ? k : i - 1;
    }
    best[r] = (uint4)(best_length, best_lo, best_hits, seeds);
}
