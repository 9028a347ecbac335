// Scores of an adaptive school test by item response theory (Bock and Mislevy 1982: expected a posteriori; as mirt and catR do): a work-item
// is one pupil. Every task the pupil saw multiplies the likelihood at the nodes of a quadrature: three-parameter logistic for right and
// wrong, the graded response model for tasks with partial credit. Then come mean and deviation of the ability.
//   begin      first answer of each pupil, npupils + 1 of them
//   task       of each answer
//   mark       of each answer: 0 to categories - 1, SKIPPED if there is none
//   bank       of each task, 2 float4: slope, chance to guess, categories (2 to 5), reserved; thresholds of categories 1 to 4, ascending
//   node       of each node: ability, log of the prior weight
//   score      of each pupil: ability, deviation, log of the likelihood, information at the ability
//   npupils, nnodes (at most MAX_NODES)
#define MAX_NODES 32
#define SKIPPED 9
#define LEAST 1e-6f

float logistic(const float x)
{
    return 1.0f / (1.0f + exp(-x));
}

__kernel void irt_eap(__global const int *restrict begin,
                      __global const ushort *restrict task,
                      __global const uchar *restrict mark,
                      __global const float4 *restrict bank,
                      __constant float2 *node,
                      __global float4 *restrict score,
                      const int npupils,
                      const int nnodes)
{
    const int id = get_global_id(0);
    if (id >= npupils)
        return;
    const int first = begin[id];
    const int end = begin[id + 1];
    float chance[MAX_NODES];
    for (int q = 0; q < nnodes; q++)
        chance[q] = node[q].y;
    for (int k = first; k < end; k++) {
        const int m = mark[k];
        if (m == SKIPPED)
            continue;
        const float4 kind = bank[2 * task[k]];
        const float4 threshold = bank[2 * task[k] + 1];
        if (kind.z < 2.5f) {
            for (int q = 0; q < nnodes; q++) {
                const float p = kind.y + (1.0f - kind.y) * logistic(kind.x * (node[q].x - threshold.x));
                chance[q] += log(fmax(m ? p : 1.0f - p, LEAST));
            }
        } else {
            const float low = m == 1 ? threshold.x : m == 2 ? threshold.y : m == 3 ? threshold.z : threshold.w;
            const float high = m == 0 ? threshold.x : m == 1 ? threshold.y : m == 2 ? threshold.z : threshold.w;
            const bool lowest = m == 0;
            const bool highest = m >= (int)kind.z - 1;
            for (int q = 0; q < nnodes; q++) {
                const float at_least = lowest ? 1.0f : logistic(kind.x * (node[q].x - low));
                const float above = highest ? 0.0f : logistic(kind.x * (node[q].x - high));
                chance[q] += log(fmax(at_least - above, LEAST));
            }
        }
    }
    float most = chance[0];
    for (int q = 1; q < nnodes; q++)
        most = fmax(most, chance[q]);
    float3 sum = (float3)(0.0f);
    for (int q = 0; q < nnodes; q++) {
        const float w = exp(chance[q] - most);
        sum += w * (float3)(1.0f, node[q].x, node[q].x * node[q].x);
    }
    const float mean = sum.y / sum.x;
    const float deviation = sqrt(fmax(sum.z / sum.x - mean * mean, 0.0f));
    float information = 0.0f;
    for (int k = first; k < end; k++) {
        if (mark[k] == SKIPPED)
            continue;
        const float4 kind = bank[2 * task[k]];
        if (kind.z > 2.5f)
            continue;
        const float s = logistic(kind.x * (mean - bank[2 * task[k] + 1].x));
        const float p = kind.y + (1.0f - kind.y) * s;
        information += kind.x * kind.x * s * s * (1.0f - kind.y) * (1.0f - s) / fmax(p, LEAST);
    }
    score[id] = (float4)(mean, deviation, most + log(sum.x), information);
}
