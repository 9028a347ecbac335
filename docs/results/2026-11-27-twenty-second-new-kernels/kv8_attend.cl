// Language model decoding: attention of one new token over an int8 paged key/value cache, grouped queries.
// global = (64 * query heads, requests); a page holds 16 tokens of [kv head][128] bytes, one scale per token and kv head.
#define DIM 128
#define PAGE 16
#define MAX_TOKENS 1024
#define LANES 64

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void kv8_attend(__global const float *restrict query, __global const char *restrict keys,
                __global const char *restrict values, __global const float2 *restrict scales,
                __global const int *restrict page_table, __global const int *restrict tokens_of,
                __global float *restrict output, const int kv_heads, const int group, const int max_pages,
                const float scale)
{
    __local float score[MAX_TOKENS];
    __local float q[DIM];
    __local float part[LANES];
    const int lid = get_local_id(0), head = get_group_id(0), heads = get_num_groups(0), request = get_group_id(1);
    const int kv = head / group;
    const int tokens = tokens_of[request];
    __global const int *pages = page_table + request * max_pages;

    for (int i = lid; i < DIM; i += LANES)
        q[i] = query[(request * heads + head) * DIM + i] * scale;
    barrier(CLK_LOCAL_MEM_FENCE);

    float top = -INFINITY;
    for (int t = lid; t < tokens; t += LANES) {
        const int row = (pages[t / PAGE] * PAGE + t % PAGE) * kv_heads + kv;
        __global const char *k = keys + (size_t)row * DIM;
        float16 sum = (float16)(0.0f);
        for (int c = 0; c < DIM / 16; c++)
            sum = mad(convert_float16(vload16(c, k)), vload16(c, q), sum);
        const float8 s8 = sum.lo + sum.hi;
        const float4 s4 = s8.lo + s8.hi;
        const float s = dot(s4, (float4)(1.0f)) * scales[row].x;
        score[t] = s;
        top = fmax(top, s);
    }
    part[lid] = top;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = LANES / 2; h > 0; h >>= 1) {
        if (lid < h)
            part[lid] = fmax(part[lid], part[lid + h]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    top = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);

    float total = 0.0f;
    for (int t = lid; t < tokens; t += LANES) {
        const float e = exp(score[t] - top);
        score[t] = e;
        total += e;
    }
    part[lid] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int h = LANES / 2; h > 0; h >>= 1) {
        if (lid < h)
            part[lid] += part[lid + h];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float inverse = 1.0f / part[0];

    float2 acc = (float2)(0.0f);
    for (int t = 0; t < tokens; t++) {
        const int row = (pages[t / PAGE] * PAGE + t % PAGE) * kv_heads + kv;
        acc += score[t] * scales[row].y * convert_float2(vload2(lid, values + (size_t)row * DIM));
    }
    vstore2(acc * inverse, lid, output + (request * heads + head) * DIM);
}
