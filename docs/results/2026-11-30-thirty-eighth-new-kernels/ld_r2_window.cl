// Linkage disequilibrium of genetic variants: squared correlation of the genotypes of each variant with the next ones
// on the chromosome, from bit planes (genotype >= 1, genotype == 2, called) of 64 samples a word.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void ld_r2_window(__global const ulong *restrict some,           // nvariants x words
                           __global const ulong *restrict both,
                           __global const ulong *restrict called,
                           __global const uint *restrict position,
                           __global float *restrict r2,                   // nvariants x window
                           __global uint *restrict linked,                // a bit for each variant: follows another
                           const int nvariants,
                           const int window,
                           const int words,
                           const int max_distance,
                           const float threshold)
{
    const int d = get_global_id(0);
    const int i = get_global_id(1);
    if (d >= window || i >= nvariants)
        return;
    const int j = i + 1 + d;
    if (j >= nvariants || position[j] - position[i] > (uint)max_distance) {
        r2[i * window + d] = -1.0f;
        return;
    }
    __global const ulong *ai = some + (size_t)i * words;
    __global const ulong *bi = both + (size_t)i * words;
    __global const ulong *mi = called + (size_t)i * words;
    __global const ulong *aj = some + (size_t)j * words;
    __global const ulong *bj = both + (size_t)j * words;
    __global const ulong *mj = called + (size_t)j * words;
    int n = 0;
    int a1 = 0;
    int b1 = 0;
    int a2 = 0;
    int b2 = 0;
    int cross = 0;
    for (int w = 0; w < words; w++) {
        const ulong m1 = mi[w];
        const ulong m2 = mj[w];
        const ulong x1 = ai[w] & m2;
        const ulong y1 = bi[w] & m2;
        const ulong x2 = aj[w] & m1;
        const ulong y2 = bj[w] & m1;
        n += (int)popcount(m1 & m2);
        a1 += (int)popcount(x1);
        b1 += (int)popcount(y1);
        a2 += (int)popcount(x2);
        b2 += (int)popcount(y2);
        cross += (int)(popcount(x1 & x2) + popcount(x1 & y2) + popcount(y1 & x2) + popcount(y1 & y2));
    }
    const double s1 = a1 + b1;
    const double s2 = a2 + b2;
    const double cov = (double)n * cross - s1 * s2;
    const double var1 = (double)n * (a1 + 3 * b1) - s1 * s1;
    const double var2 = (double)n * (a2 + 3 * b2) - s2 * s2;
    const float value = var1 > 0.0 && var2 > 0.0 ? (float)(cov * cov / (var1 * var2)) : 0.0f;
    r2[i * window + d] = value;
    if (value > threshold)
        atomic_or(&linked[j >> 5], 1u << (j & 31));
}
