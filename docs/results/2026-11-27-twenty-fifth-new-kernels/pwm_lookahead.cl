/* Genomics: transcription factor binding sites on both strands. Position weight matrices in integer log-odds; a window is
 * abandoned as soon as its score with the best possible rest stays below the threshold. Bases 0..3, 4 = N. */
#define MAX_WIDTH 24

__kernel void pwm_lookahead(__global const uchar *restrict genome, __global const short4 *restrict matrices,
                            __global const short *restrict best_rest, __global const int *restrict width,
                            __global const int *restrict threshold, __global ushort *restrict hits,
                            __global int *restrict top, const int length, const int motifs)
{
    __local short weight[MAX_WIDTH * 4];
    __local short rest[MAX_WIDTH];
    const int lid = get_local_id(0), pos = get_global_id(0);
    int best = -32768, count = 0;

    for (int m = 0; m < motifs; m++) {
        const int w = width[m], need = threshold[m];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = lid; i < w; i += get_local_size(0)) {
            vstore4(matrices[m * MAX_WIDTH + i], i, weight);
            rest[i] = best_rest[m * MAX_WIDTH + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (pos + w > length)
            continue;

        for (int strand = 0; strand < 2; strand++) {
            int score = 0, i = 0;
            for (; i < w; i++) {
                const uchar base = genome[pos + (strand ? w - 1 - i : i)];
                if (base > 3)
                    break;
                score += weight[i * 4 + (strand ? 3 - base : base)];
                if (score + rest[i] < need)
                    break;
            }
            if (i == w) {
                count++;
                best = max(best, score - need);
            }
        }
    }
    if (pos < length) {
        hits[pos] = (ushort)count;
        top[pos] = best;
    }
}
