/* mixed storage: fp16 in memory, fp32 arithmetic */
__kernel void half_fma(__global const half *a, __global const half *b, __global half *c,
                       const int n4, const float alpha)
{
    int i = get_global_id(0);
    if (i < n4) {
        float4 x = vload_half4(i, a);
        float4 y = vload_half4(i, b);
        vstore_half4_rte(alpha * x + y, i, c);
    }
}

__kernel void half_rowsum(__global const half *a, __global float *s, const int rows, const int cols)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    float t = 0.0f;
    for (int j = 0; j < cols; ++j)
        t += vload_half(r * cols + j, a);
    s[r] = t;
}
