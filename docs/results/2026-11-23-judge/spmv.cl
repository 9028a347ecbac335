#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void csr_scalar(const int rows, __global const int *rowptr,
                         __global const int *cols, __global const double *vals,
                         __global const double *x, __global double *y)
{
    int r = get_global_id(0);
    if (r < rows) {
        double s = 0.0;
        int end = rowptr[r + 1];
        for (int k = rowptr[r]; k < end; ++k)
            s += vals[k] * x[cols[k]];
        y[r] = s;
    }
}

#define LANES 16
/* LANES work-items share a row; 4 rows per group of 64 */
__kernel void csr_vector(const int rows, __global const int *rowptr,
                         __global const int *cols, __global const float *vals,
                         __global const float *x, __global float *y)
{
    __local float part[64];
    int lid = get_local_id(0);
    int lane = lid & (LANES - 1);
    int r = get_global_id(0) / LANES;
    float s = 0.0f;
    if (r < rows) {
        for (int k = rowptr[r] + lane; k < rowptr[r + 1]; k += LANES)
            s += vals[k] * x[cols[k]];
    }
    part[lid] = s;
    for (int h = LANES / 2; h > 0; h >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < h)
            part[lid] += part[lid + h];
    }
    if (lane == 0 && r < rows)
        y[r] = part[lid];
}

/* ELLPACK, column-major, -1 pads */
__kernel void ell(const int rows, const int width, __global const int *cols,
                  __global const float *vals, __global const float *x, __global float *y)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    float s = 0.0f;
    for (int k = 0; k < width; ++k) {
        int c = cols[k * rows + r];
        if (c >= 0)
            s += vals[k * rows + r] * x[c];
    }
    y[r] = s;
}
