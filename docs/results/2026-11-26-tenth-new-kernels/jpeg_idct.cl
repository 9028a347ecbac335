// Sparse coefficients to samples: dequantise, the accurate integer inverse DCT of libjpeg (13 bit
// constants), level shift and clamp. Eight work-items an 8x8 block, first a column then a row each.
#define BLOCKS 8
#define PITCH 72
#define BITS 13
#define PASS1 2
#define F_0_298 2446
#define F_0_390 3196
#define F_0_541 4433
#define F_0_765 6270
#define F_0_899 7373
#define F_1_175 9633
#define F_1_501 12299
#define F_1_847 15137
#define F_1_961 16069
#define F_2_053 16819
#define F_2_562 20995
#define F_3_072 25172

inline void idct8(int *v, const int shift)
{
    int z1 = (v[2] + v[6]) * F_0_541;
    int t2 = z1 - v[6] * F_1_847;
    int t3 = z1 + v[2] * F_0_765;
    int t0 = (v[0] + v[4]) << BITS;
    int t1 = (v[0] - v[4]) << BITS;
    const int e0 = t0 + t3, e3 = t0 - t3, e1 = t1 + t2, e2 = t1 - t2;
    t0 = v[7]; t1 = v[5]; t2 = v[3]; t3 = v[1];
    z1 = t0 + t3;
    int z2 = t1 + t2, z3 = t0 + t2, z4 = t1 + t3;
    const int z5 = (z3 + z4) * F_1_175;
    t0 *= F_0_298; t1 *= F_2_053; t2 *= F_3_072; t3 *= F_1_501;
    z1 *= -F_0_899; z2 *= -F_2_562;
    z3 = z5 - z3 * F_1_961;
    z4 = z5 - z4 * F_0_390;
    t0 += z1 + z3; t1 += z2 + z4; t2 += z2 + z3; t3 += z1 + z4;
    const int half_ = 1 << (shift - 1);
    v[0] = (e0 + t3 + half_) >> shift; v[7] = (e0 - t3 + half_) >> shift;
    v[1] = (e1 + t2 + half_) >> shift; v[6] = (e1 - t2 + half_) >> shift;
    v[2] = (e2 + t1 + half_) >> shift; v[5] = (e2 - t1 + half_) >> shift;
    v[3] = (e3 + t0 + half_) >> shift; v[4] = (e3 - t0 + half_) >> shift;
}

__kernel __attribute__((reqd_work_group_size(8, BLOCKS, 1)))
void jpeg_idct(__global const short *restrict tokens, __global const uint *restrict token_first,
               __global const ushort *restrict quant, __global uchar *restrict plane,
               const int n_blocks, const int blocks_wide)
{
    __local int work[BLOCKS][PITCH];
    const int c = get_local_id(0), slot = get_local_id(1);
    const int block = get_global_id(1);
    const int live = block < n_blocks;

    for (int k = c; k < 64; k += 8)
        work[slot][k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (live) {
        const uint end = token_first[block + 1];
        for (uint k = token_first[block] + c; k < end; k += 8) {
            const int token = tokens[k];                 // ten bits of value above six of place
            const int at = token & 63;
            work[slot][at] = (token >> 6) * (int)quant[at];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    int v[8];
    for (int k = 0; k < 8; k++)
        v[k] = work[slot][k * 8 + c];
    if ((v[1] | v[2] | v[3] | v[4] | v[5] | v[6] | v[7]) == 0) {
        const int dc = v[0] << PASS1;
        for (int k = 0; k < 8; k++)
            v[k] = dc;
    } else
        idct8(v, BITS - PASS1);
    for (int k = 0; k < 8; k++)
        work[slot][k * 8 + c] = v[k];
    barrier(CLK_LOCAL_MEM_FENCE);

    if (!live)
        return;
    for (int k = 0; k < 8; k++)
        v[k] = work[slot][c * 8 + k];
    idct8(v, BITS + PASS1 + 3);
    uchar8 px;
    px.s0 = convert_uchar_sat(v[0] + 128); px.s1 = convert_uchar_sat(v[1] + 128);
    px.s2 = convert_uchar_sat(v[2] + 128); px.s3 = convert_uchar_sat(v[3] + 128);
    px.s4 = convert_uchar_sat(v[4] + 128); px.s5 = convert_uchar_sat(v[5] + 128);
    px.s6 = convert_uchar_sat(v[6] + 128); px.s7 = convert_uchar_sat(v[7] + 128);
    const int by = block / blocks_wide, bx = block - by * blocks_wide;
    vstore8(px, 0, plane + (size_t)(by * 8 + c) * (blocks_wide * 8) + bx * 8);
}
