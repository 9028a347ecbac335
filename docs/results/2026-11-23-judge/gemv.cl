#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* y = A x, A row-major rows x cols, a work-item per row */
__kernel void sgemv_rows(__global const float *A, __global const float *x,
                         __global float *y, const int rows, const int cols)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    __global const float *a = A + (size_t)r * cols;
    float acc = 0.0f;
    for (int j = 0; j < cols; ++j)
        acc += a[j] * x[j];
    y[r] = acc;
}

/* y = A^T x, A row-major rows x cols, a work-item per column */
__kernel void dgemv_t(__global const double *A, __global const double *x,
                      __global double *y, const int rows, const int cols)
{
    int c = get_global_id(0);
    if (c < cols) {
        double acc = 0.0;
        for (int r = 0; r < rows; ++r)
            acc = fma(A[(size_t)r * cols + c], x[r], acc);
        y[c] = acc;
    }
}
