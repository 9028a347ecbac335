/* Graph neural network: attention over the neighbours of a node (one head, 64 features), one work-group per node.
 * Edge scores are leaky rectified; the softmax runs online over chunks of LANES edges kept in local memory. */
#define LANES 16
#define WIDTH 64

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void gat_aggregate(__global const int *restrict row_start, __global const int *restrict neighbour,
                   __global const float *restrict score_from, __global const float *restrict score_to,
                   __global const float4 *restrict feature, __global float4 *restrict out,
                   const float leak)
{
    __local float weight[LANES];
    __local int who[LANES];
    const int lid = get_local_id(0), node = get_group_id(0);
    const int begin = row_start[node], end = row_start[node + 1];
    const float own = score_to[node];

    float top = -1e30f, total = 0.0f;
    float4 acc = (float4)(0.0f);
    for (int chunk = begin; chunk < end; chunk += LANES) {
        const int edges = min(LANES, end - chunk);
        if (lid < edges) {
            const int j = neighbour[chunk + lid];
            const float s = own + score_from[j];
            who[lid] = j;
            weight[lid] = s > 0.0f ? s : leak * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        float now = top;
        for (int e = 0; e < edges; e++)
            now = fmax(now, weight[e]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < edges)
            weight[lid] = exp(weight[lid] - now);
        barrier(CLK_LOCAL_MEM_FENCE);

        const float scale = exp(top - now);
        acc *= scale;
        total *= scale;
        top = now;
        for (int e = 0; e < edges; e++) {
            const float w = weight[e];
            acc = mad((float4)(w), feature[who[e] * (WIDTH / 4) + lid], acc);
            total += w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (total > 0.0f)
        acc /= total;
    const float4 negative = exp(fmin(acc, 0.0f)) - 1.0f;
    out[node * (WIDTH / 4) + lid] = select(negative, acc, acc > 0.0f);
}
