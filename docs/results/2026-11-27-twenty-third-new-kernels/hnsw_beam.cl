/* Vector search: best-first beam search on the ground layer of a navigable small-world graph, one query per work-item.
 * The beam is kept sorted; a bitmap per query remembers the visited vertices. A link of -1 ends a short list. */
#define DIM 48
#define DEGREE 16
#define MAX_BEAM 48

static float distance2(__global const float *a, const float4 *q)
{
    float4 sum = (float4)(0.0f);
    for (int i = 0; i < DIM / 4; i++) {
        const float4 d = vload4(i, a) - q[i];
        sum = mad(d, d, sum);
    }
    return (sum.x + sum.y) + (sum.z + sum.w);
}

__kernel void hnsw_beam(__global const float *restrict vectors, __global const int *restrict links,
                        __global const float *restrict queries, __global const int *restrict entries,
                        __global uint *restrict visited, __global int *restrict nearest,
                        __global float *restrict nearest_distance, __global uint *restrict evaluated,
                        const int count, const int vertices, const int beam, const int k)
{
    const int id = get_global_id(0);
    if (id >= count)
        return;
    const int words = (vertices + 31) / 32, width = min(beam, MAX_BEAM);
    __global uint *seen = visited + (size_t)id * words;
    for (int i = 0; i < words; i++)
        seen[i] = 0;

    float4 q[DIM / 4];
    for (int i = 0; i < DIM / 4; i++)
        q[i] = vload4(i, queries + (size_t)id * DIM);

    float far[MAX_BEAM];
    int who[MAX_BEAM]; /* vertex * 2, odd once it is expanded */
    const int entry = entries[id];
    seen[entry >> 5] |= 1u << (entry & 31);
    far[0] = distance2(vectors + (size_t)entry * DIM, q);
    who[0] = entry * 2;
    int size = 1, next = 0;
    uint work = 1;

    while (next < size) {
        const int vertex = who[next] >> 1;
        who[next] |= 1;
        int lowest = size;
        for (int e = 0; e < DEGREE; e++) {
            const int to = links[vertex * DEGREE + e];
            if (to < 0)
                break;
            const uint bit = 1u << (to & 31), word = seen[to >> 5];
            if (word & bit)
                continue;
            seen[to >> 5] = word | bit;
            const float d = distance2(vectors + (size_t)to * DIM, q);
            work++;
            if (size == width && d >= far[size - 1])
                continue;
            int place = size < width ? size++ : size - 1;
            for (; place > 0 && far[place - 1] > d; place--) {
                far[place] = far[place - 1];
                who[place] = who[place - 1];
            }
            far[place] = d;
            who[place] = to * 2;
            lowest = min(lowest, place);
        }
        next = min(next, lowest);
        while (next < size && (who[next] & 1))
            next++;
    }
    for (int i = 0; i < k; i++) {
        nearest[id * k + i] = i < size ? who[i] >> 1 : -1;
        nearest_distance[id * k + i] = i < size ? far[i] : INFINITY;
    }
    evaluated[id] = work;
}
