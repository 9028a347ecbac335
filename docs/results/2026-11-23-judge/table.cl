#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* linear interpolation in a uniform table */
__kernel void lerp_table(__global const float *tab, __global const float *x,
                         __global float *y, const int n, const int m)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float t = x[i] * (m - 1);
    int k = min((int)t, m - 2);
    float f = t - k;
    y[i] = mix(tab[k], tab[k + 1], f);
}

/* position of each query in a sorted table */
__kernel void lower_bound(__global const float *sorted, __global const float *query,
                          __global int *pos, const int m, const int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float q = query[i];
    int lo = 0, hi = m;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (sorted[mid] < q)
            lo = mid + 1;
        else
            hi = mid;
    }
    pos[i] = lo;
}

/* sums of rows of a column-major matrix */
__kernel void colsum(__global const float *a, __global float *s, const int rows, const int cols)
{
    /* a is column-major with `rows` rows; a work-item sums one row: strided */
    int r = get_global_id(0);
    if (r >= rows)
        return;
    float t = 0.0f;
    for (int c = 0; c < cols; ++c)
        t += a[c * rows + r];
    s[r] = t;
}

/* row-major: a work-item walks down its row, neighbours are cols apart */
__kernel void rownorm(__global const float4 *a, __global float *s, const int rows, const int cols4)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    float4 t = (float4)(0.0f);
    for (int c = 0; c < cols4; ++c) {
        float4 v = a[r * cols4 + c];
        t = fma(v, v, t);
    }
    s[r] = sqrt(t.x + t.y + t.z + t.w);
}
