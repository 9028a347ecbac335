// Time-series mining: banded dynamic time warping of one query with many candidates, abandoned early.
#define BAND 8
#define ROW (2 * BAND + 1)
__kernel void dtw_band(__constant float *query, __global const float *candidates,
                       __global float *distance, const int length, const int n_candidates,
                       const float best_so_far)
{
    const int c = get_global_id(0);
    if (c >= n_candidates)
        return;
    float previous[ROW + 1];
    for (int k = 0; k <= ROW; ++k)
        previous[k] = INFINITY;
    previous[BAND] = 0.0f;

    float result = INFINITY;
    for (int i = 0; i < length; ++i) {
        const float q = query[i];
        float left = INFINITY, lowest = INFINITY;
        for (int k = 0; k < ROW; ++k) {
            const int j = i + k - BAND;
            float cell = INFINITY;
            if (j >= 0 && j < length) {
                const float d = q - candidates[j * n_candidates + c];
                cell = fmin(fmin(previous[k], previous[k + 1]), left) + d * d;
                lowest = fmin(lowest, cell);
            }
            previous[k] = cell;
            left = cell;
        }
        if (lowest > best_so_far)
            break;
        if (i == length - 1)
            result = sqrt(previous[BAND]);
    }
    distance[c] = result;
}
