// Screening of all pairs of SNPs for epistasis (BOOST): the 3x3x2 table of a pair by bit counts of
// the genotype planes, then the likelihood ratio against the Kirkwood superposition. Planes of the
// genotypes 0 and 1 are stored, genotype 2 follows from the margins (margin[snp][class][genotype]).
static inline void pair_table(__global const ulong *restrict a, __global const ulong *restrict b, const int words,
                              __global const int *restrict ma, __global const int *restrict mb, int n[9])
{
    uint n00 = 0, n01 = 0, n10 = 0, n11 = 0;
    for (int w = 0; w < words; w++) {
        const ulong a0 = a[w], a1 = a[words + w];
        const ulong b0 = b[w], b1 = b[words + w];
        n00 += (uint)popcount(a0 & b0);
        n01 += (uint)popcount(a0 & b1);
        n10 += (uint)popcount(a1 & b0);
        n11 += (uint)popcount(a1 & b1);
    }
    n[0] = n00;
    n[1] = n01;
    n[2] = ma[0] - n[0] - n[1];
    n[3] = n10;
    n[4] = n11;
    n[5] = ma[1] - n[3] - n[4];
    n[6] = mb[0] - n[0] - n[3];
    n[7] = mb[1] - n[1] - n[4];
    n[8] = ma[2] - n[6] - n[7];
}

__kernel void epistasis_boost(__global const ulong *restrict case_bits,
                              __global const ulong *restrict ctrl_bits,
                              __global const int *restrict margin,
                              __global float *restrict score,
                              const int nsnps,
                              const int case_words,
                              const int ctrl_words,
                              const int ncases,
                              const int nctrls)
{
    const int j = get_global_id(0);
    const int i = get_global_id(1);
    if (j >= nsnps || i >= j)
        return;

    __global const int *mi = margin + i * 6;
    __global const int *mj = margin + j * 6;
    int n[2][9];
    pair_table(ctrl_bits + i * 2 * ctrl_words, ctrl_bits + j * 2 * ctrl_words, ctrl_words, mi, mj, n[0]);
    pair_table(case_bits + i * 2 * case_words, case_bits + j * 2 * case_words, case_words, mi + 3, mj + 3, n[1]);

    const float total = (float)(ncases + nctrls);
    float ratio = 0.0f, mass = 0.0f;
    for (int g = 0; g < 9; g++) {
        const int a = g / 3;
        const int b = g - 3 * a;
        const float both = (float)(n[0][g] + n[1][g]);
        const float alone = (float)(mi[a] + mi[3 + a]) * (float)(mj[b] + mj[3 + b]);
        if (both == 0.0f)
            continue;
        for (int c = 0; c < 2; c++) {
            const float expect = both * (float)mi[c * 3 + a] * (float)mj[c * 3 + b] / (alone * (float)(c ? ncases : nctrls));
            const float seen = (float)n[c][g];
            mass += expect;
            if (seen > 0.0f)
                ratio = mad(seen, log(seen / expect), ratio);
        }
    }
    score[i * nsnps + j] = 2.0f * (ratio + total * log(mass / total));
}
