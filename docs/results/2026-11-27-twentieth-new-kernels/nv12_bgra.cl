// Video player: NV12 (BT.709, limited range) to BGRA. A work-item converts eight pixels of two rows.
#define CY 76309   /* 16.16 */
#define CRV 117489
#define CGU 13975
#define CGV 34925
#define CBU 138438

static inline uchar16 pack4(int4 b, int4 g, int4 r)
{
    const uchar4 b8 = convert_uchar4_sat(b >> 16), g8 = convert_uchar4_sat(g >> 16), r8 = convert_uchar4_sat(r >> 16);
    return (uchar16)(b8.x, g8.x, r8.x, 255, b8.y, g8.y, r8.y, 255, b8.z, g8.z, r8.z, 255, b8.w, g8.w, r8.w, 255);
}

__kernel void nv12_bgra(__global const uchar *luma, __global const uchar *chroma, __global uchar *bgra,
                        int width, int height, int luma_pitch, int chroma_pitch, int bgra_pitch)
{
    const int x = get_global_id(0) * 8;
    const int y = get_global_id(1) * 2;
    if (x >= width || y >= height)
        return;

    const int8 uv = convert_int8(vload8(0, chroma + (y >> 1) * chroma_pitch + x)) - 128;
    const int4 u = uv.even, v = uv.odd;
    const int4 rv = CRV * v, guv = -CGU * u - CGV * v, bu = CBU * u;

    for (int row = 0; row < 2; row++) {
        const int8 l = CY * (convert_int8(vload8(0, luma + (y + row) * luma_pitch + x)) - 16) + (1 << 15);
        __global uchar *to = bgra + (y + row) * bgra_pitch + x * 4;
        vstore16(pack4(l.lo + bu.xxyy, l.lo + guv.xxyy, l.lo + rv.xxyy), 0, to);
        vstore16(pack4(l.hi + bu.zzww, l.hi + guv.zzww, l.hi + rv.zzww), 1, to);
    }
}
