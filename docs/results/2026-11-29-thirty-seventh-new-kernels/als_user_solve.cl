// Half a round of alternating least squares for implicit feedback: the factors of each user, a user a
// work-group, from the normal equations over the items he touched, solved by Cholesky.
#define GROUP 64
#define F 32
#define TILE 8
#define CELLS (F * F / GROUP)

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void als_user_solve(__global const float *restrict item_factors,          // nitems x F
                    __global const float *restrict gram,                  // F x F, over all items
                    __global const uint *restrict user_ptr,
                    __global const uint *restrict item,
                    __global const float *restrict weight,                // confidence - 1
                    __global float *restrict user_factors,                // nusers x F
                    const float ridge)
{
    __local float a[F][F + 1];
    __local float y[TILE][F];
    __local float more[TILE];
    __local float rhs[F];

    const uint user = get_group_id(0);
    const int lid = get_local_id(0);
    const int row = lid * CELLS / F;
    const int col = lid * CELLS % F;
    const uint begin = user_ptr[user];
    const uint end = user_ptr[user + 1];

    float acc[CELLS];
    for (int k = 0; k < CELLS; k++)
        acc[k] = gram[row * F + col + k] + (row == col + k ? ridge * (end - begin) : 0.0f);
    float right = 0.0f;
    for (uint at = begin; at < end; at += TILE) {
        const int n = min((uint)TILE, end - at);
        for (int k = lid; k < n * F; k += GROUP)
            y[k / F][k % F] = item_factors[(size_t)item[at + k / F] * F + k % F];
        if (lid < n)
            more[lid] = weight[at + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int t = 0; t < n; t++) {
            const float s = more[t] * y[t][row];
            for (int k = 0; k < CELLS; k++)
                acc[k] = fma(s, y[t][col + k], acc[k]);
            if (lid < F)
                right = fma(1.0f + more[t], y[t][lid], right);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = 0; k < CELLS; k++)
        a[row][col + k] = acc[k];
    if (lid < F)
        rhs[lid] = right;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int j = 0; j < F; j++) {
        if (lid == 0)
            a[j][j] = sqrt(a[j][j]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = j + 1 + lid; i < F; i += GROUP)
            a[i][j] /= a[j][j];
        barrier(CLK_LOCAL_MEM_FENCE);
        const int i = lid / (GROUP / F);
        for (int k = j + 1 + lid % (GROUP / F); k <= i; k += GROUP / F)
            a[i][k] = fma(-a[i][j], a[k][j], a[i][k]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = 0; j < F; j++) {
        if (lid == 0)
            rhs[j] /= a[j][j];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid > j && lid < F)
            rhs[lid] = fma(-a[lid][j], rhs[j], rhs[lid]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int j = F - 1; j >= 0; j--) {
        if (lid == 0)
            rhs[j] /= a[j][j];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < j)
            rhs[lid] = fma(-a[j][lid], rhs[j], rhs[lid]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid < F)
        user_factors[(size_t)user * F + lid] = rhs[lid];
}
