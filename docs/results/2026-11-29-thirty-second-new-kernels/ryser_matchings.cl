// Perfect matchings of bipartite graphs counted by Ryser's formula for the permanent: a work-item walks
// through a stretch of the Gray code over the sets of columns, a work-group sums its part (modulo 2^64).
#define WG 64
#define MAX_N 24

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void ryser_matchings(__global const uint *restrict columns,    // a mask of rows for each column
                     __global ulong *restrict partial,
                     const int n,
                     const int chunk)
{
    __local uint col[MAX_N];
    __local ulong part[WG];

    const int lid = get_local_id(0);
    const int graph = get_global_id(1);
    if (lid < n)
        col[lid] = columns[graph * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);

    const uint total = 1u << n;
    const uint first = get_global_id(0) * (uint)chunk;
    ulong sum = 0;

    if (first < total) {
        const uint end = min(first + (uint)chunk, total);
        uint set = first ^ (first >> 1);
        int deg[MAX_N];
        for (int i = 0; i < n; i++) {
            int d = 0;
            for (int c = 0; c < n; c++)
                d += (set >> c & 1u) & (col[c] >> i & 1u);
            deg[i] = d;
        }

        for (uint g = first;;) {
            ulong product = 1;
            for (int i = 0; i < n && product != 0; i++)
                product *= (ulong)deg[i];
            sum += ((n - (int)popcount(set)) & 1) ? -product : product;

            if (++g == end)
                break;
            const int flip = 31 - (int)clz(g & -g);
            set ^= 1u << flip;
            const int sign = (set >> flip & 1u) ? 1 : -1;
            const uint rows = col[flip];
            for (int i = 0; i < n; i++)
                deg[i] += (rows >> i & 1u) ? sign : 0;
        }
    }

    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = WG / 2; step > 0; step >>= 1) {
        if (lid < step)
            part[lid] += part[lid + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[graph * get_num_groups(0) + get_group_id(0)] = part[0];
}
