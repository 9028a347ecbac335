#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void saxpy_inc(const int n, const float alpha,
                        __global const float *x, const int incx,
                        __global float *y, const int incy)
{
    int i = get_global_id(0);
    if (i < n)
        y[i * incy] = alpha * x[i * incx] + y[i * incy];
}

/* Grid-stride partial dot product; the host adds the partial sums. */
__kernel void ddot_partial(const int n,
                           __global const double *x,
                           __global const double *y,
                           __global double *partial,
                           __local double *scratch)
{
    int lid = get_local_id(0);
    double sum = 0.0;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += x[i] * y[i];
    scratch[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (lid < s)
            scratch[lid] += scratch[lid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        partial[get_group_id(0)] = scratch[0];
}

/* Apply a Givens rotation to two vectors. */
__kernel void drot(const int n, __global double *x, __global double *y,
                   const double c, const double s)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    double xi = x[i];
    double yi = y[i];
    x[i] = c * xi + s * yi;
    y[i] = c * yi - s * xi;
}
