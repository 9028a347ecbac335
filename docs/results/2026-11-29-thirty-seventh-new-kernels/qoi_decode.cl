// Decoder of pictures in the "Quite OK Image" format, cut into strips of rows with a byte stream each (no
// header, the state starts afresh), a strip a work-item.
__kernel void qoi_decode(__global const uchar *restrict stream,
                         __global const uint *restrict strip_ptr,
                         __global uint *restrict pixels,                  // rgba, red in the lowest byte
                         const int nstrips,
                         const int strip_pixels)
{
    const int strip = get_global_id(0);
    if (strip >= nstrips)
        return;
    uint at = strip_ptr[strip];
    const uint end = strip_ptr[strip + 1];
    __global uint *to = pixels + (size_t)strip * strip_pixels;

    uint seen[64];
    for (int k = 0; k < 64; k++)
        seen[k] = 0;
    uint r = 0;
    uint g = 0;
    uint b = 0;
    uint a = 255;
    uint pixel = 0xff000000u;
    uint run = 0;
    for (int i = 0; i < strip_pixels; i++) {
        if (run > 0) {
            run--;
        } else if (at < end) {
            const uint tag = stream[at++];
            if (tag >= 0xfe) {
                r = stream[at];
                g = stream[at + 1];
                b = stream[at + 2];
                at += 3;
                if (tag == 0xff)
                    a = stream[at++];
            } else if (tag < 0x40) {
                const uint old = seen[tag];
                r = old & 255;
                g = old >> 8 & 255;
                b = old >> 16 & 255;
                a = old >> 24;
            } else if (tag < 0x80) {
                r = (r + (tag >> 4 & 3) - 2) & 255;
                g = (g + (tag >> 2 & 3) - 2) & 255;
                b = (b + (tag & 3) - 2) & 255;
            } else if (tag < 0xc0) {
                const uint more = stream[at++];
                const uint dg = (tag & 63) - 32;
                r = (r + dg - 8 + (more >> 4)) & 255;
                g = (g + dg) & 255;
                b = (b + dg - 8 + (more & 15)) & 255;
            } else {
                run = tag & 63;
            }
            pixel = r | g << 8 | b << 16 | a << 24;
            seen[(r * 3 + g * 5 + b * 7 + a * 11) & 63] = pixel;
        }
        to[i] = pixel;
    }
}
