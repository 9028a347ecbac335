// Cartography: shaded relief of a terrain model in colours (slopes by Horn 1981, several lights each of which counts most for slopes across it,
// as in the USGS's and GDAL's multidirectional hillshade): an item is four neighbouring pixels of a row.
//   dem        (ny + 2) x (nx + 8): heights in decimetres with a border of one row above and below and four pixels to each side; VOID where
//              there is none
//   light      of each light: east, north, up (a unit vector), weight
//   tint       256: colour by height
//   picture    ny x nx: red, green, blue, alpha
//   nx (a multiple of 4), ny, nlights, lowest (decimetres, of the first tint), per_tint (tints per decimetre), slope_by (height over
//   distance: 0.1 * exaggeration / (8 * pixel)), ambient
#define VOID -32768

float4 known(const short4 v, const float4 middle)
{
    return select(convert_float4(v), middle, convert_int4(v == (short4)(VOID)));
}

__kernel void hillshade_multi(__global const short *restrict dem,
                              __global const float4 *restrict light,
                              __global const uchar4 *restrict tint,
                              __global uchar *restrict picture,
                              const int nx,
                              const int ny,
                              const int nlights,
                              const int lowest,
                              const float per_tint,
                              const float slope_by,
                              const float ambient)
{
    const int x = 4 * get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    const int stride = nx + 8;
    __global const short *row = dem + (y + 1) * stride + x + 4;
    const short4 here = vload4(0, row);
    const short4 void_here = here == (short4)(VOID);
    if (all(void_here)) {
        vstore16((uchar16)(0), 0, picture + 4 * (y * nx + x));
        return;
    }
    const float4 z = convert_float4(here);
    const short4 up = vload4(0, row - stride);
    const short4 down = vload4(0, row + stride);
    const float4 n = known(up, z);
    const float4 s = known(down, z);
    const float4 w = known((short4)(row[-1], here.xyz), z);
    const float4 e = known((short4)(here.yzw, row[4]), z);
    const float4 nw = known((short4)(row[-stride - 1], up.xyz), z);
    const float4 ne = known((short4)(up.yzw, row[4 - stride]), z);
    const float4 sw = known((short4)(row[stride - 1], down.xyz), z);
    const float4 se = known((short4)(down.yzw, row[stride + 4]), z);
    const float4 gx = slope_by * (ne - nw + 2.0f * (e - w) + se - sw);     // rises to the east
    const float4 gy = slope_by * (nw - sw + 2.0f * (n - s) + ne - se);     // and to the north
    const float4 steep = gx * gx + gy * gy;
    const float4 upright = rsqrt(1.0f + steep);
    float4 sum = (float4)(0.0f);
    float4 whole = (float4)(1e-6f);
    for (int k = 0; k < nlights; k++) {
        const float4 l = light[k];
        const float4 across = gx * l.y - gy * l.x;
        const float4 weight = l.w * (0.1f + across * across / (steep + 1e-4f));
        const float4 lit = (l.z - gx * l.x - gy * l.y) * upright;
        sum += weight * fmax(lit, 0.0f);
        whole += weight;
    }
    const float4 shade = ambient + (1.0f - ambient) * sum / whole;
    const int4 at = clamp(convert_int4((z - (float4)(lowest)) * per_tint), 0, 255);
    const int4 by = convert_int4_sat(256.0f * shade);
    const uchar4 alpha = convert_uchar4(~void_here & (short4)(255));
    const uchar4 c0 = convert_uchar4_sat(convert_int4(tint[at.x]) * by.x >> 8);
    const uchar4 c1 = convert_uchar4_sat(convert_int4(tint[at.y]) * by.y >> 8);
    const uchar4 c2 = convert_uchar4_sat(convert_int4(tint[at.z]) * by.z >> 8);
    const uchar4 c3 = convert_uchar4_sat(convert_int4(tint[at.w]) * by.w >> 8);
    vstore16((uchar16)(c0.xyz, alpha.x, c1.xyz, alpha.y, c2.xyz, alpha.z, c3.xyz, alpha.w), 0, picture + 4 * (y * nx + x));
}
