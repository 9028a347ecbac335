// Video production: green-screen keying of four RGBA pixels per item over a background plate.
__kernel void chroma_key(__global const uchar16 *foreground, __global const uchar16 *background,
                         __global uchar16 *composite, const int n,
                         const int threshold, const int softness)
{
    const int i = get_global_id(0);
    if (i >= n)
        return;
    const uchar16 f = foreground[i];
    const uchar16 b = background[i];
    const int4 red = convert_int4(f.s048c);
    const int4 green = convert_int4(f.s159d);
    const int4 blue = convert_int4(f.s26ae);
    const int4 spill = green - max(red, blue);

    int4 alpha = 255 - ((spill - threshold) * 255) / softness;
    alpha = clamp(alpha, 0, 255);
    if (all(alpha == 255)) {
        composite[i] = f;
        return;
    }
    const int4 despilled = min(green, (red + blue + 1) / 2 + 8);
    const int4 keep = 255 - alpha;
    const int4 r = (red * alpha + convert_int4(b.s048c) * keep + 127) / 255;
    const int4 g = (despilled * alpha + convert_int4(b.s159d) * keep + 127) / 255;
    const int4 l = (blue * alpha + convert_int4(b.s26ae) * keep + 127) / 255;

    uchar16 out;
    out.s048c = convert_uchar4_sat(r);
    out.s159d = convert_uchar4_sat(g);
    out.s26ae = convert_uchar4_sat(l);
    out.s37bf = (uchar4)(255);
    composite[i] = out;
}
