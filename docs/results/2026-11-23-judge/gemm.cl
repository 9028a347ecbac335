#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifndef TS
#define TS 32
#endif
#define WPT 4
#define RTS (TS / WPT)

/* C = A*B, row-major, local tiles, each work-item makes WPT elements of a column.
   Work-group (TS, TS/WPT). Sizes are multiples of TS. */
__kernel void sgemm_wpt(const int M, const int N, const int K,
                        __global const float *A, __global const float *B,
                        __global float *C)
{
    const int col = get_local_id(0);
    const int row = get_local_id(1);
    const int gcol = TS * get_group_id(0) + col;
    const int grow = TS * get_group_id(1) + row;
    __local float As[TS][TS];
    __local float Bs[TS][TS];
    float acc[WPT];
    for (int w = 0; w < WPT; w++)
        acc[w] = 0.0f;
    const int tiles = K / TS;
    for (int t = 0; t < tiles; t++) {
        for (int w = 0; w < WPT; w++) {
            As[row + w * RTS][col] = A[(grow + w * RTS) * K + TS * t + col];
            Bs[row + w * RTS][col] = B[(TS * t + row + w * RTS) * N + gcol];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TS; k++) {
            float b = Bs[k][col];
            for (int w = 0; w < WPT; w++)
                acc[w] += As[row + w * RTS][k] * b;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int w = 0; w < WPT; w++)
        C[(grow + w * RTS) * N + gcol] = acc[w];
}

/* C = A*B in double, no local memory, 2 rows x 4 columns per work-item */
__kernel void dgemm_2x4(const int M, const int N, const int K,
                        __global const double *A, __global const double *B,
                        __global double *C)
{
    int j = 4 * get_global_id(0);
    int i = 2 * get_global_id(1);
    if (i + 1 >= M || j + 3 >= N)
        return;
    double4 c0 = (double4)(0.0);
    double4 c1 = (double4)(0.0);
    for (int k = 0; k < K; ++k) {
        double4 b = vload4(0, B + k * N + j);
        c0 += A[i * K + k] * b;
        c1 += A[(i + 1) * K + k] * b;
    }
    vstore4(c0, 0, C + i * N + j);
    vstore4(c1, 0, C + (i + 1) * N + j);
}

/* Solve L X = B for many right-hand sides: B and X are n x nrhs, row-major,
   a work-item per right-hand side. */
__kernel void strsm_left(const int n, const int nrhs, __global const float *L,
                         __global const float *B, __global float *X)
{
    int c = get_global_id(0);
    if (c >= nrhs)
        return;
    for (int i = 0; i < n; ++i) {
        float s = B[i * nrhs + c];
        for (int k = 0; k < i; ++k)
            s -= L[i * n + k] * X[k * nrhs + c];
        X[i * nrhs + c] = s / (L[i * n + i] + 4.0f * n);
    }
}
