// Next token of each sequence by temperature and top-p, a sequence a work-group, without sorting: draw
// from the tokens above a pivot, accept if the mass of the strictly likelier ones is below top_p, else
// raise the pivot to the drawn token's probability and draw again.
#define GROUP 128
#define EACH 4

static inline float group_sum(__local float *scratch, const int lid, const float mine)
{
    scratch[lid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = GROUP / 2; k > 0; k >>= 1) {
        if (lid < k)
            scratch[lid] += scratch[lid + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float sum = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void nucleus_sample(__global const float *restrict logits,           // nsequences x vocab
                    __global const float *restrict temperature,
                    __global const float *restrict uniform,          // nsequences x max_rounds
                    __global float *restrict prob,
                    __global int *restrict token,
                    __global int *restrict rounds,
                    const int vocab,
                    const int max_rounds,
                    const float top_p)
{
    __local float scratch[GROUP];
    __local float scan[GROUP];
    __local int found;
    __local int last;

    const int row = get_group_id(0);
    const int lid = get_local_id(0);
    __global const float *z = logits + (size_t)row * vocab;
    __global float *p = prob + (size_t)row * vocab;
    const float beta = 1.0f / temperature[row];

    float top = -INFINITY;
    for (int i = lid; i < vocab; i += GROUP)
        top = fmax(top, z[i]);
    scratch[lid] = top;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = GROUP / 2; k > 0; k >>= 1) {
        if (lid < k)
            scratch[lid] = fmax(scratch[lid], scratch[lid + k]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    top = scratch[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    float sum = 0.0f;
    for (int i = lid; i < vocab; i += GROUP) {
        const float e = exp((z[i] - top) * beta);
        p[i] = e;
        sum += e;
    }
    const float norm = 1.0f / group_sum(scratch, lid, sum);
    for (int i = lid; i < vocab; i += GROUP)
        p[i] *= norm;
    barrier(CLK_GLOBAL_MEM_FENCE);

    float pivot = -1.0f;
    float mass = 1.0f;
    int drawn = 0;
    int round = 0;
    while (round < max_rounds) {
        const float target = uniform[row * max_rounds + round] * mass;
        round++;
        if (lid == 0) {
            found = vocab;
            last = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        float before = 0.0f;
        for (int base = 0; base < vocab; base += GROUP * EACH) {
            const int first = base + lid * EACH;
            float part[EACH];
            float mine = 0.0f;
            for (int k = 0; k < EACH; k++) {
                const float v = first + k < vocab ? p[first + k] : 0.0f;
                part[k] = v > pivot ? v : 0.0f;
                mine += part[k];
            }
            scan[lid] = mine;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 1; k < GROUP; k <<= 1) {
                const float add = lid >= k ? scan[lid - k] : 0.0f;
                barrier(CLK_LOCAL_MEM_FENCE);
                scan[lid] += add;
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            float run = before + scan[lid] - mine;
            if (before + scan[lid] > target && run <= target) {
                int pick = vocab;
                for (int k = 0; k < EACH && run <= target; k++) {
                    run += part[k];
                    if (part[k] > 0.0f)
                        pick = first + k;
                }
                atomic_min(&found, pick);
            }
            if (mine > 0.0f)
                for (int k = EACH - 1; k >= 0; k--)
                    if (part[k] > 0.0f) {
                        atomic_max(&last, first + k);
                        break;
                    }
            before += scan[GROUP - 1];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (found < vocab)
                break;
        }
        drawn = found < vocab ? found : last;
        pivot = p[drawn];

        float above = 0.0f;
        for (int i = lid; i < vocab; i += GROUP)
            above += p[i] > pivot ? p[i] : 0.0f;
        mass = group_sum(scratch, lid, above);
        if (mass < top_p)
            break;
    }
    if (lid == 0) {
        token[row] = drawn;
        rounds[row] = round;
    }
}
