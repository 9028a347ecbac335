// Louvain local moving, bin of medium-degree vertices (at most 192 edges): finds for each
// vertex the neighbouring community of greatest modularity gain.
// NDRange: 1-D, one work-group of 64 per vertex of the bin.
#define SLOTS 256
#define WG 64
#define EMPTY (-1)

static int find_slot(volatile __local int *keys, int c)
{
    uint s = ((uint)c * 2654435761u) >> 24;
    for (;;) {
        int seen = atomic_cmpxchg(&keys[s], EMPTY, c);
        if (seen == EMPTY || seen == c)
            return (int)s;
        s = (s + 1) & (SLOTS - 1);
    }
}

__kernel void louvain_gain(__global const int *bin, __global const int *row_ptr,
                           __global const int *col, __global const ushort *weight,
                           __global const int *comm, __global const int *comm_total,
                           __global const int *strength, __global int *new_comm,
                           __global float *gain_out, int two_m)
{
    volatile __local int keys[SLOTS];
    volatile __local int links[SLOTS];
    __local float best_g[WG];
    __local int best_c[WG];

    const int lid = get_local_id(0);
    const int v = bin[get_group_id(0)];
    const int own = comm[v];

    for (int s = lid; s < SLOTS; s += WG) {
        keys[s] = EMPTY;
        links[s] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0)
        find_slot(keys, own);
    const int end = row_ptr[v + 1];
    for (int e = row_ptr[v] + lid; e < end; e += WG) {
        const int u = col[e];
        if (u != v) {
            int s = find_slot(keys, comm[u]);
            atomic_add(&links[s], (int)weight[e]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const float kv = (float)strength[v];
    const float inv = kv / (float)two_m;
    float bg = -1.0e30f;
    int bc = own;
    for (int s = lid; s < SLOTS; s += WG) {
        const int c = keys[s];
        if (c == EMPTY)
            continue;
        float tot = (float)comm_total[c] - (c == own ? kv : 0.0f);
        float g = (float)links[s] - tot * inv;
        if (g > bg || (g == bg && c < bc)) {
            bg = g;
            bc = c;
        }
    }
    best_g[lid] = bg;
    best_c[lid] = bc;
    for (int h = WG / 2; h > 0; h >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < h && (best_g[lid + h] > best_g[lid] ||
            (best_g[lid + h] == best_g[lid] && best_c[lid + h] < best_c[lid]))) {
            best_g[lid] = best_g[lid + h];
            best_c[lid] = best_c[lid + h];
        }
    }
    if (lid == 0) {
        new_comm[get_group_id(0)] = best_c[0];
        gain_out[get_group_id(0)] = best_g[0];
    }
}
