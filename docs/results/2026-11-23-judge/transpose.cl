#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void transpose_naive(__global const double *a, __global double *b,
                              const int rows, const int cols)
{
    int c = get_global_id(0), r = get_global_id(1);
    if (c < cols && r < rows)
        b[c * rows + r] = a[r * cols + c];
}

#define T 32
#define H 8
__kernel void transpose_pad(__global const float *a, __global float *b,
                            const int rows, const int cols)
{
    __local float t[T][T + 1];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_group_id(0) * T + lx;
    int y = get_group_id(1) * T + ly;
    for (int k = 0; k < T; k += H)
        if (x < cols && y + k < rows)
            t[ly + k][lx] = a[(y + k) * cols + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * T + lx;
    y = get_group_id(0) * T + ly;
    for (int k = 0; k < T; k += H)
        if (x < rows && y + k < cols)
            b[(y + k) * rows + x] = t[lx][ly + k];
}
