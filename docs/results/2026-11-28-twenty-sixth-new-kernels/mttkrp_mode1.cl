/* Mode-1 MTTKRP of a dense third-order tensor for CP-ALS:
 *   M(j,r) = sum_i A(i,r) * sum_k X(i,j,k) * C(k,r),   X stored with k fastest.
 * NDRange: (R, J) in groups of 16 x 8; J and R are multiples of the group. */
#define TK 64
#define JROWS 8

__kernel void mttkrp_mode1(__global const float *restrict X,
                           __global const float *restrict A,
                           __global const float *restrict C,
                           __global float *restrict M,
                           const int I, const int J, const int K, const int R)
{
    __local float fiber[JROWS][TK];

    const int r  = get_global_id(0);
    const int j  = get_global_id(1);
    const int lr = get_local_id(0);
    const int lj = get_local_id(1);
    const int nr = get_local_size(0);

    float acc = 0.0f;

    for (int i = 0; i < I; ++i) {
        __global const float *xrow = X + ((size_t)i * J + j) * K;
        float inner = 0.0f;

        for (int k0 = 0; k0 < K; k0 += TK) {
            const int kn = min(TK, K - k0);

            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = lr; k < kn; k += nr)
                fiber[lj][k] = xrow[k0 + k];
            barrier(CLK_LOCAL_MEM_FENCE);

            __global const float *c = C + (size_t)k0 * R + r;
            for (int k = 0; k < kn; ++k)
                inner = mad(fiber[lj][k], c[k * R], inner);
        }
        acc = mad(inner, A[i * R + r], acc);
    }
    M[j * R + r] = acc;
}
