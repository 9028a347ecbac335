// Batched Cholesky of small matrices (MAGMA potrf_batched; covariance matrices in radar and Kalman filters): a work-group
// of 16x16 a matrix, the lower triangle in local memory, right-looking; info tells the first pivot that isn't positive.
__kernel void potrf_tile(__global const float *dA, __global float *dL, const int n, const int lda, __global int *info, __local float *sA)
{
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int nx = get_local_size(0);
    const int ny = get_local_size(1);
    const int ld = n + 1;
    __global const float *A = dA + (size_t)get_group_id(0) * lda * n;
    __global float *L = dL + (size_t)get_group_id(0) * lda * n;

    for (int j = ty; j < n; j += ny)
        for (int i = tx; i < n; i += nx)
            sA[i + j * ld] = i >= j ? A[i + j * lda] : 0.f;
    barrier(CLK_LOCAL_MEM_FENCE);

    int bad = 0;
    for (int k = 0; k < n; ++k) {
        const float pivot = sA[k + k * ld];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (pivot <= 0.f) {     // the same for the whole group
            bad = k + 1;
            break;
        }
        const float root = sqrt(pivot);
        const int item = tx + ty * nx;
        for (int i = k + item; i < n; i += nx * ny)
            sA[i + k * ld] = i == k ? root : sA[i + k * ld] / root;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = k + 1 + ty; j < n; j += ny) {
            const float ljk = sA[j + k * ld];
            for (int i = k + 1 + tx; i < n; i += nx)
                if (i >= j)
                    sA[i + j * ld] -= sA[i + k * ld] * ljk;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int j = ty; j < n; j += ny)
        for (int i = tx; i < n; i += nx)
            if (i >= j)
                L[i + j * lda] = sA[i + j * ld];
    if (tx == 0 && ty == 0)
        info[get_group_id(0)] = bad;
}
