// Linear assignment for multi-target tracking: a work-group solves one scan's problem (rows <= cols) with
// shortest augmenting paths (Jonker-Volgenant, as the Hungarian method with potentials), columns over lanes.
#define LANES 64
#define MAXC 160
#define FAR 1.0e30f

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void jv_assign(__global const int4 *restrict problem,     // rows, cols, first cost, first match
               __global const float *restrict cost,
               __global int *restrict match,
               __global float *restrict total)
{
    __local float u[MAXC + 1], v[MAXC + 1], minv[MAXC + 1];
    __local short p[MAXC + 1], way[MAXC + 1];
    __local uchar used[MAXC + 1];
    __local float s_val[LANES];
    __local int s_idx[LANES];

    const int lid = get_local_id(0);
    const int4 pr = problem[get_group_id(0)];
    const int n = pr.x, m = pr.y;
    __global const float *c = cost + pr.z;

    for (int j = lid; j <= m; j += LANES) {
        u[j] = 0.0f;
        v[j] = 0.0f;
        p[j] = 0;
        way[j] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = 1; i <= n; i++) {
        for (int j = lid; j <= m; j += LANES) {
            minv[j] = FAR;
            used[j] = 0;
        }
        if (lid == 0)
            p[0] = (short)i;
        barrier(CLK_LOCAL_MEM_FENCE);

        int j0 = 0;
        int i0 = i;
        do {
            float best = 2.0f * FAR;
            int bestj = 0;
            const float ui = u[i0];
            __global const float *row = c + (i0 - 1) * m - 1;
            for (int j = lid; j <= m; j += LANES) {
                if (j == j0)
                    used[j] = 1;
                if (!used[j]) {
                    const float cur = row[j] - ui - v[j];
                    float mv = minv[j];
                    if (cur < mv) {
                        mv = cur;
                        minv[j] = cur;
                        way[j] = (short)j0;
                    }
                    if (mv < best) {
                        best = mv;
                        bestj = j;
                    }
                }
            }
            s_val[lid] = best;
            s_idx[lid] = bestj;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int half_n = LANES / 2; half_n > 0; half_n >>= 1) {
                if (lid < half_n && s_val[lid + half_n] < s_val[lid]) {
                    s_val[lid] = s_val[lid + half_n];
                    s_idx[lid] = s_idx[lid + half_n];
                }
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            const float delta = s_val[0];
            j0 = s_idx[0];
            for (int j = lid; j <= m; j += LANES) {
                if (used[j]) {
                    u[p[j]] += delta;
                    v[j] -= delta;
                } else {
                    minv[j] -= delta;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            i0 = p[j0];
        } while (i0 != 0);
        barrier(CLK_LOCAL_MEM_FENCE);

        if (lid == 0) {
            while (j0 != 0) {
                const int j1 = way[j0];
                p[j0] = p[j1];
                j0 = j1;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float sum = 0.0f;
    for (int j = lid; j <= m; j += LANES) {
        const int i = j > 0 ? p[j] : 0;
        if (i > 0) {
            match[pr.w + i - 1] = j - 1;
            sum += c[(i - 1) * m + j - 1];
        }
    }
    s_val[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_n = LANES / 2; half_n > 0; half_n >>= 1) {
        if (lid < half_n)
            s_val[lid] += s_val[lid + half_n];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        total[get_group_id(0)] = s_val[0];
}
