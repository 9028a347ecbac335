// Variant calling: likelihood of a read given a haplotype by the pair hidden Markov model's forward algorithm. One
// work-group a (read, haplotype) pair, one lane a base of the read; the lanes sweep over the haplotype as a wavefront.
#define LANES 64

typedef struct {
    float match, insertion, deletion;
} Cell;

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void pairhmm_forward(__global const uchar *read_bases, __global const uchar *read_quals, __global const int *read_begin,
                     __global const uchar *haplotypes, __global const int *hap_begin, __global const int2 *pairs,
                     __global float *log10_likelihood, float gap_open, float gap_extend)
{
    __local Cell edge[2][LANES];
    __local float result;

    const int lane = get_local_id(0);
    const int2 pair = pairs[get_group_id(0)];
    const int read_at = read_begin[pair.x];
    const int rows = min(read_begin[pair.x + 1] - read_at, LANES);
    __global const uchar *hap = haplotypes + hap_begin[pair.y];
    const int columns = hap_begin[pair.y + 1] - hap_begin[pair.y];

    const float start = ldexp(1.0f, 120) / (float)columns;
    const float mm = 1.0f - 2.0f * gap_open, gm = 1.0f - gap_extend;

    uchar base = 'N';
    float hit = 1.0f, miss = 1.0f;
    if (lane < rows) {
        base = read_bases[read_at + lane];
        const float error = exp10(-0.1f * (float)read_quals[read_at + lane]);
        hit = 1.0f - error;
        miss = error / 3.0f;
    }

    Cell mine = {0.0f, 0.0f, 0.0f};
    Cell diagonal = {0.0f, 0.0f, lane == 0 ? start : 0.0f};
    float total = 0.0f;
    edge[0][lane] = mine;
    edge[1][lane] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int step = 0; step < rows + columns - 1; step++) {
        Cell above = {0.0f, 0.0f, start};
        if (lane > 0)
            above = edge[(step + 1) & 1][lane - 1];

        const int column = step - lane;
        if (lane < rows && column >= 0 && column < columns) {
            const uchar other = hap[column];
            const float prior = (base == other || base == 'N' || other == 'N') ? hit : miss;
            Cell next;
            next.match = prior * (diagonal.match * mm + (diagonal.insertion + diagonal.deletion) * gm);
            next.insertion = above.match * gap_open + above.insertion * gap_extend;
            next.deletion = mine.match * gap_open + mine.deletion * gap_extend;
            mine = next;
            if (lane == rows - 1)
                total += next.match + next.insertion;
            edge[step & 1][lane] = mine;
        }
        diagonal = above;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lane == rows - 1)
        result = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0)
        log10_likelihood[get_group_id(0)] = log10(result) - 120.0f * 0.30103f;
}
