#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* inverse of many 3x3 matrices, 9 floats each */
__kernel void inv3(__global const float *A, __global float *B, const int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    __global const float *a = A + 9 * i;
    float a00 = a[0] + 2.0f, a01 = a[1], a02 = a[2];
    float a10 = a[3], a11 = a[4] + 2.0f, a12 = a[5];
    float a20 = a[6], a21 = a[7], a22 = a[8] + 2.0f;
    float c0 = a11 * a22 - a12 * a21;
    float c1 = a12 * a20 - a10 * a22;
    float c2 = a10 * a21 - a11 * a20;
    float det = a00 * c0 + a01 * c1 + a02 * c2;
    float id = 1.0f / det;
    __global float *b = B + 9 * i;
    b[0] = c0 * id;
    b[1] = (a02 * a21 - a01 * a22) * id;
    b[2] = (a01 * a12 - a02 * a11) * id;
    b[3] = c1 * id;
    b[4] = (a00 * a22 - a02 * a20) * id;
    b[5] = (a02 * a10 - a00 * a12) * id;
    b[6] = c2 * id;
    b[7] = (a01 * a20 - a00 * a21) * id;
    b[8] = (a00 * a11 - a01 * a10) * id;
}

/* batched 8x8 product in local memory: a group of 8x8 items per pair */
__kernel void mm8(__global const double *A, __global const double *B, __global double *C)
{
    __local double a[8][8], b[8][8];
    int i = get_local_id(1), j = get_local_id(0);
    size_t base = (size_t)get_group_id(0) * 64 + i * 8 + j;
    a[i][j] = A[base];
    b[i][j] = B[base];
    barrier(CLK_LOCAL_MEM_FENCE);
    double s = 0.0;
    for (int k = 0; k < 8; ++k)
        s += a[i][k] * b[k][j];
    C[base] = s;
}

#define N 6
/* Cholesky of many 6x6 matrices, interleaved, lower part; in private memory */
__kernel void chol6(__global const double *A, __global double *L, const int batch)
{
    int g = get_global_id(0);
    if (g >= batch)
        return;
    double a[N][N];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j)
            a[i][j] = A[(i * N + j) * batch + g] + (i == j ? (double)N : 0.0);
    for (int j = 0; j < N; ++j) {
        double d = a[j][j];
        for (int k = 0; k < j; ++k)
            d -= a[j][k] * a[j][k];
        d = sqrt(d);
        a[j][j] = d;
        for (int i = j + 1; i < N; ++i) {
            double s = a[i][j];
            for (int k = 0; k < j; ++k)
                s -= a[i][k] * a[j][k];
            a[i][j] = s / d;
        }
    }
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j)
            L[(i * N + j) * batch + g] = a[i][j];
}

/* one step of right-looking LU without pivoting: trailing update by column k */
__kernel void lu_update(__global float *A, const int n, const int k)
{
    int j = get_global_id(0) + k + 1;
    int i = get_global_id(1) + k + 1;
    if (i < n && j < n)
        A[i * n + j] -= A[i * n + k] / (A[k * n + k] + 1000.0f) * A[k * n + j];
}
