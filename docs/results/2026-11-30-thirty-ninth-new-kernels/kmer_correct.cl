// Correction of sequencing errors by the k-mer spectrum: a read a work-item. The first k-mer that is not solid after a
// solid one points at the wrong base; of the other three the one that keeps the most k-mers ahead solid is taken.
#define K 21
#define KMASK ((1UL << (2 * K)) - 1UL)
#define EMPTY 0xffffffffffffffffUL

static inline ulong mix64(ulong h)
{
    h ^= h >> 31;
    h *= 0x7fb5d329728ea185UL;
    h ^= h >> 27;
    h *= 0x81dadef4bc2dd44dUL;
    return h ^ (h >> 33);
}

static inline bool solid(__global const ulong *table, const uint mask, const ulong forward, const ulong reverse)
{
    const ulong key = min(forward, reverse);
    uint slot = (uint)mix64(key) & mask;
    for (;;) {
        const ulong held = table[slot];
        if (held == key)
            return true;
        if (held == EMPTY)
            return false;
        slot = (slot + 1) & mask;
    }
}

__kernel void kmer_correct(__global const uchar *restrict reads,         // 0 to 3, 4 where the machine did not know
                           __global const int *restrict read_ptr,
                           __global const ulong *restrict table,          // canonical k-mers, open addressing
                           __global uchar *restrict fixed,
                           __global int2 *restrict report,                // bases changed, k-mers left weak
                           const int nreads,
                           const int table_bits,
                           const int ahead,
                           const int support,
                           const int max_fixes)
{
    const int id = get_global_id(0);
    if (id >= nreads)
        return;
    const int first = read_ptr[id];
    const int length = read_ptr[id + 1] - first;
    const uint mask = (1u << table_bits) - 1u;
    __global const uchar *read = reads + first;
    __global uchar *out = fixed + first;

    ulong forward = 0;
    ulong reverse = 0;
    int known = 0;
    int fixes = 0;
    int weak = 0;
    bool was_solid = false;
    for (int p = 0; p < length; p++) {
        uint base = read[p];
        const bool unknown = base > 3;
        const ulong before_forward = forward;
        const ulong before_reverse = reverse;
        forward = ((forward << 2) | (base & 3)) & KMASK;
        reverse = (reverse >> 2) | ((ulong)(3 - (base & 3)) << (2 * K - 2));
        known++;
        if (unknown && !was_solid)
            known = 0;
        if (known >= K) {
            bool good = !unknown && solid(table, mask, forward, reverse);
            if (!good && was_solid && fixes < max_fixes) {
                int best = 0;
                uint chosen = base;
                bool tie = false;
                for (uint b = 0; b < 4; b++) {
                    if (b == base)
                        continue;
                    ulong f = ((before_forward << 2) | b) & KMASK;
                    ulong r = (before_reverse >> 2) | ((ulong)(3 - b) << (2 * K - 2));
                    int run = 0;
                    int q = p + 1;
                    while (solid(table, mask, f, r) && ++run < ahead && q < length && read[q] < 4) {
                        f = ((f << 2) | read[q]) & KMASK;
                        r = (r >> 2) | ((ulong)(3 - read[q]) << (2 * K - 2));
                        q++;
                    }
                    tie = run == best ? true : run > best ? false : tie;
                    if (run > best) {
                        best = run;
                        chosen = b;
                    }
                }
                if (!tie && best >= min(support, length - p)) {
                    base = chosen;
                    forward = ((before_forward << 2) | base) & KMASK;
                    reverse = (before_reverse >> 2) | ((ulong)(3 - base) << (2 * K - 2));
                    good = true;
                    fixes++;
                }
            }
            if (base > 3)
                known = 0;
            weak += !good;
            was_solid = good;
        }
        out[p] = (uchar)base;
    }
    report[id] = (int2)(fixes, weak);
}
