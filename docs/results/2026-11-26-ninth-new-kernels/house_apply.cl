// Q^T C from the packed reflectors of a QR factorisation (as LAPACK's dorm2r): a work-group
// holds one column of C in local memory and applies the k reflectors one after the other.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void house_apply(__global const double *restrict V, __global const double *restrict tau,
                          __global double *restrict C, __local double *col, __local double *part,
                          const int m, const int k, const int ldv, const int ldc)
{
    const int t = get_local_id(0), threads = get_local_size(0);
    __global double *c = C + (size_t)get_group_id(0) * ldc;
    for (int i = t; i < m; i += threads)
        col[i] = c[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < k; j++) {
        __global const double *v = V + (size_t)j * ldv;
        double dot_part = 0.0;
        for (int i = j + 1 + t; i < m; i += threads)
            dot_part = fma(v[i], col[i], dot_part);
        if (t == 0)
            dot_part += col[j];
        part[t] = dot_part;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int s = threads >> 1; s > 0; s >>= 1) {
            if (t < s)
                part[t] += part[t + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const double scale = tau[j] * part[0];
        for (int i = j + 1 + t; i < m; i += threads)
            col[i] -= scale * v[i];
        if (t == 0)
            col[j] -= scale;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = t; i < m; i += threads)
        c[i] = col[i];
}
