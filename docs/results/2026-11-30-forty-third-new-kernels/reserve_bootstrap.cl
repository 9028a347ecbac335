// Spread of an insurer's claims reserve by the bootstrap of the chain ladder (England and Verrall 2002): an item is one simulated
// triangle of one line of business. Residuals drawn at random make new payments, these new development factors, and those the payments
// to come, with noise of their own. The triangle is never kept, only its sums by column and its last diagonal.
//   fitted    nlines x nyears x nyears: expected payments of each accident year (row) and development year, upper left triangle
//   residual  nlines x nresiduals: scaled Pearson residuals
//   scale     of each line: dispersion
//   result    nlines x nsims: reserve, payments of the next year, reserve of the newest accident year, first development factor
//   nsims, nlines, nyears (2 to MAX_YEARS), nresiduals, seed
#define MAX_YEARS 24

uint next_bits(uint *state)
{
    *state = *state * 747796405u + 2891336453u;                           // permuted congruential generator, 32 bits
    const uint word = (*state >> ((*state >> 28) + 4) ^ *state) * 277803737u;
    return word >> 22 ^ word;
}

float next_normal(uint *state)
{
    const float a = ((float)(next_bits(state) >> 8) + 0.5f) * (1.0f / 16777216.0f);
    const float b = (float)(next_bits(state) >> 8) * (1.0f / 16777216.0f);
    return sqrt(-2.0f * log(a)) * cos(6.2831853f * b);
}

__kernel void reserve_bootstrap(__global const float *restrict fitted,
                                __global const float *restrict residual,
                                __global const float *restrict scale,
                                __global float4 *restrict result,
                                const int nsims,
                                const int nlines,
                                const int nyears,
                                const int nresiduals,
                                const uint seed)
{
    const int sim = get_global_id(0);
    const int line = get_global_id(1);
    if (sim >= nsims || line >= nlines)
        return;
    float above[MAX_YEARS];                                               // sum of a column, rows that have the next one as well
    float reached[MAX_YEARS];                                             // sum of a column, all rows
    float latest[MAX_YEARS];
    for (int d = 0; d < nyears; d++) {
        above[d] = 0.0f;
        reached[d] = 0.0f;
    }
    uint state = seed ^ (uint)(line * nsims + sim) * 0x9e3779b9u;
    for (int i = 0; i < nyears; i++) {
        float paid = 0.0f;
        for (int d = 0; d < nyears - i; d++) {
            const float m = fitted[(line * nyears + i) * nyears + d];
            const float r = residual[line * nresiduals + (int)mul_hi(next_bits(&state), (uint)nresiduals)];
            paid += mad(r, sqrt(fabs(m)), m);
            reached[d] += paid;
            if (d < nyears - 1 - i)
                above[d] += paid;
        }
        latest[i] = paid;
    }
    for (int d = nyears - 1; d > 0; d--)                                  // now the factor from d - 1 to d
        reached[d] = above[d - 1] > 0.0f ? reached[d] / above[d - 1] : 1.0f;
    const float dispersion = scale[line];
    float total = 0.0f;
    float soon = 0.0f;
    float own = 0.0f;
    for (int i = 1; i < nyears; i++) {
        float paid = latest[i];
        own = 0.0f;
        for (int d = nyears - i; d < nyears; d++) {
            const float m = paid * (reached[d] - 1.0f);
            const float drawn = mad(sqrt(dispersion * fabs(m)), next_normal(&state), m);
            if (d == nyears - i)
                soon += drawn;
            own += drawn;
            paid += m;
        }
        total += own;
    }
    result[line * nsims + sim] = (float4)(total, soon, own, reached[1]);
}
