/* four-point interpolation through an index buffer */
__kernel void gather4(__global const int *idx, __global const float *w,
                      __global const float *x, __global float *y, const int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float s = 0.0f;
    for (int k = 0; k < 4; ++k)
        s += w[4 * i + k] * x[idx[4 * i + k]];
    y[i] = s;
}

/* every work-item follows the chain of successors */
__kernel void chase(__global const int *next, __global int *out, const int n, const int hops)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    int p = i;
    for (int h = 0; h < hops; ++h)
        p = next[p];
    out[i] = p;
}

__kernel void scatter_perm(__global const int *perm, __global const float4 *in,
                           __global float4 *out, const int n)
{
    int i = get_global_id(0);
    if (i < n)
        out[perm[i]] = in[i];
}
