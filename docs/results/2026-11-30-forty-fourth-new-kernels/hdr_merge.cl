// A bracket of raw exposures joined to one picture of high dynamic range (Hasinoff, Durand and Freeman 2010, with a ghost test as in
// Luminance HDR): an item is four neighbouring pixels. Each shot counts by the inverse of its noise, if it isn't blown out and agrees
// with the middle shot.
//   stack      nshots x npixels: raw values
//   exposure   of each shot: time (s), its inverse
//   black      of each of the four colours of a Bayer quad
//   radiance   npixels, halves
//   used       of each pixel: shots that counted
//   npixels (a multiple of 4), row (pixels of a row, even), nshots, middle (a shot), white (raw), gain (electrons), read (noise,
//   electrons), limit (standard deviations), scale

__kernel void hdr_merge(__global const ushort *restrict stack,
                        __constant float2 *exposure,
                        __constant float4 *black,
                        __global half *restrict radiance,
                        __global uchar *restrict used,
                        const int npixels,
                        const int row,
                        const int nshots,
                        const int middle,
                        const float white,
                        const float gain,
                        const float read,
                        const float limit,
                        const float scale)
{
    const int id = get_global_id(0);
    if (id >= npixels / 4)
        return;
    const int y = id * 4 / row;
    const float4 quad = black[0];
    const float4 dark = y & 1 ? quad.zwzw : quad.xyxy;
    const float4 first = convert_float4(vload4(id, stack + middle * npixels));
    const float2 length_of = exposure[middle];
    const float4 reference = (first - dark) * (gain * length_of.y);
    const float4 reference_spread = (fmax((first - dark) * gain, 0.0f) + read * read) * (length_of.y * length_of.y);
    const int4 judged = first < white;                                     // a blown-out middle shot is no judge
    float4 sum = (float4)(0.0f);
    float4 weight = (float4)(0.0f);
    float4 brightest = (float4)(0.0f);
    int4 count = (int4)(0);
    for (int k = 0; k < nshots; k++) {
        const float4 raw = convert_float4(vload4(id, stack + k * npixels));
        const float2 time = exposure[k];
        const float4 electrons = (raw - dark) * gain;
        const float4 here = electrons * time.y;
        const float4 noise = fmax(electrons, 0.0f) + read * read;
        const float4 spread = mad(noise, (float4)(time.y * time.y), reference_spread);
        const float4 off = here - reference;
        const int4 good = raw < white && (!judged || off * off < limit * limit * spread);
        const float4 w = select((float4)(0.0f), time.x * time.x / noise, good);
        sum = mad(w, here, sum);
        weight += w;
        brightest = fmax(brightest, here);
        count -= good;
    }
    const float4 merged = select(sum / weight, brightest, weight == 0.0f);
    vstore_half4(fmin(fmax(merged * scale, 0.0f), 65504.0f), id, radiance);
    vstore4(convert_uchar4(count), id, used);
}
