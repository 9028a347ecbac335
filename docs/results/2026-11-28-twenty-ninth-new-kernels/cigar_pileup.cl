// Pileup of aligned reads over one region, for a variant caller: a work-item walks one read's CIGAR
// and counts A, C, G, T, deletions and insertions at each position (BAM's encodings of CIGAR words,
// bases of 4 bits and flags).
#define OP_M 0
#define OP_I 1
#define OP_D 2
#define OP_N 3
#define OP_S 4
#define OP_EQ 7
#define OP_X 8
#define SKIP_FLAGS 0xF04   // unmapped, secondary, failed, duplicate, supplementary

__kernel void cigar_pileup(__global const int *restrict read_pos,
                           __global const ushort *restrict read_flag,
                           __global const uchar *restrict read_mapq,
                           __global const uint *restrict cigar_ptr,
                           __global const uint *restrict cigar,
                           __global const uint *restrict base_ptr,
                           __global const uchar *restrict bases,
                           __global const uchar *restrict quals,
                           __global uint *restrict counts,
                           __global uint *restrict used,
                           const uint nreads,
                           const int region_start,
                           const int region_len,
                           const int min_mapq,
                           const int min_qual)
{
    const uint r = get_global_id(0);
    if (r >= nreads)
        return;

    uint seen = 0;
    if (!(read_flag[r] & SKIP_FLAGS) && read_mapq[r] >= min_mapq) {
        int ref = read_pos[r] - region_start;
        uint q = base_ptr[r];                 // even: two bases a byte, the first in the high half
        const uint end = cigar_ptr[r + 1];

        for (uint c = cigar_ptr[r]; c < end && ref < region_len; c++) {
            const uint op = cigar[c] & 15u;
            const int len = (int)(cigar[c] >> 4);
            if (op == OP_M || op == OP_EQ || op == OP_X) {
                for (int i = 0; i < len; i++) {
                    const int at = ref + i;
                    if (at < 0 || at >= region_len || quals[q + i] < min_qual)
                        continue;
                    const uint pair = bases[(q + i) >> 1];
                    const uint code = (q + i) & 1 ? pair & 15u : pair >> 4;
                    if (popcount(code) != 1)  // N and the other ambiguities
                        continue;
                    atomic_inc(&counts[at * 6 + (31 - (int)clz(code))]);
                    seen++;
                }
                ref += len;
                q += len;
            } else if (op == OP_D) {
                for (int i = max(ref, 0); i < min(ref + len, region_len); i++)
                    atomic_inc(&counts[i * 6 + 4]);
                ref += len;
            } else if (op == OP_I) {
                if (ref > 0)                  // an insertion belongs to the base before it
                    atomic_inc(&counts[(ref - 1) * 6 + 5]);
                q += len;
            } else if (op == OP_S) {
                q += len;
            } else if (op == OP_N) {
                ref += len;
            }
        }
    }
    used[r] = seen;
}
