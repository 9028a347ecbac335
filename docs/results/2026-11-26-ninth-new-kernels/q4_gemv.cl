// Matrix-vector product with 4-bit weights in blocks of 32 (a half scale and 16 bytes each):
// a work-group takes one row, a work-item every 32nd or 64th block.
__kernel void q4_gemv(__global const uchar *restrict quants, __global const half *restrict scales,
                      __global const float *restrict x, __global float *restrict y,
                      __local float *partial, const int blocks_per_row)
{
    const int row = get_group_id(0);
    const int t = get_local_id(0);
    const int threads = get_local_size(0);
    float sum = 0.0f;
    for (int b = t; b < blocks_per_row; b += threads) {
        const int block = row * blocks_per_row + b;
        const float d = vload_half(block, scales);
        const uchar16 q = vload16(block, quants);
        const float16 x_low = vload16(2 * b, x);
        const float16 x_high = vload16(2 * b + 1, x);
        const float16 low = convert_float16(convert_char16(q & (uchar16)0x0f) - (char16)8);
        const float16 high = convert_float16(convert_char16(q >> (uchar16)4) - (char16)8);
        const float16 p = low * x_low + high * x_high;
        const float8 p8 = p.lo + p.hi;
        const float4 p4 = p8.lo + p8.hi;
        sum += d * (p4.x + p4.y + p4.z + p4.w);
    }
    partial[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_of = threads / 2; half_of > 0; half_of >>= 1) {
        if (t < half_of)
            partial[t] += partial[t + half_of];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        y[row] = partial[0];
}
