// Verification of ensemble weather forecasts after calibration (ensemble model output statistics, Gneiting 2005): mean and spread of
// the members of each grid cell become a normal distribution, which is scored against the analysis. An item is one cell; members lie
// a whole field apart.
//   member   nmembers x ncells
//   truth    analysis of each cell, MISSING where there is none
//   coef     of each climate zone: a, b (location = a + b mean), c, d (variance = c + d variance, c > 0, d >= 0)
//   zone     of each cell
//   score    of each cell: CRPS, probability integral transform, chance to exceed the limit, members below the truth
//   ncells, nmembers (2 to MAX_MEMBERS), limit
#define MAX_MEMBERS 64
#define MISSING -9999.0f

__kernel void emos_verify(__global const float *restrict member,
                          __global const float *restrict truth,
                          __global const float4 *restrict coef,
                          __global const uchar *restrict zone,
                          __global float4 *restrict score,
                          const int ncells,
                          const int nmembers,
                          const float limit)
{
    const int id = get_global_id(0);
    if (id >= ncells)
        return;
    const float y = truth[id];
    if (y == MISSING) {
        score[id] = (float4)(-1.0f, -1.0f, -1.0f, -1.0f);
        return;
    }
    float x[MAX_MEMBERS];
    float sum = 0.0f;
    int below = 0;
    for (int k = 0; k < nmembers; k++) {
        x[k] = member[k * ncells + id];
        sum += x[k];
        below += x[k] < y;
    }
    const float mean = sum / (float)nmembers;
    float squares = 0.0f;
    for (int k = 0; k < nmembers; k++)
        squares = mad(x[k] - mean, x[k] - mean, squares);
    const float4 c = coef[zone[id]];
    const float location = mad(c.y, mean, c.x);
    const float scale = sqrt(mad(c.w, squares / (float)(nmembers - 1), c.z));
    const float z = clamp((y - location) / scale, -8.0f, 8.0f);
    const float phi = 0.39894228f * exp(-0.5f * z * z);
    const float cdf = 0.5f + 0.5f * erf(z * 0.70710678f);
    const float crps = scale * (z * (2.0f * cdf - 1.0f) + 2.0f * phi - 0.56418958f);
    const float over = 0.5f - 0.5f * erf(clamp((limit - location) / scale, -8.0f, 8.0f) * 0.70710678f);
    score[id] = (float4)(crps, cdf, over, (float)below);
}
