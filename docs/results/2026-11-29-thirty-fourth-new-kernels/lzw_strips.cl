// Strips of a TIFF raster out of LZW (most significant bit first, early change of the width), then the
// horizontal predictor undone. A dictionary entry is where its string stands in the output: place, length.
#define CLEAR 256u
#define END 257u
#define TABLE 4096u

__kernel void lzw_strips(__global const uchar *restrict packed,
                         __global const uint *restrict strip_ptr,
                         __global uint *restrict table,             // 4096 a strip
                         __global uchar *raster,
                         __global int *restrict status,             // bytes got, or -1
                         const uint nstrips,
                         const uint strip_rows,
                         const uint row_bytes)
{
    const uint strip = get_global_id(0);
    if (strip >= nstrips)
        return;

    __global const uchar *src = packed + strip_ptr[strip];
    const uint nsrc = strip_ptr[strip + 1] - strip_ptr[strip];
    const uint size = strip_rows * row_bytes;
    __global uchar *out = raster + (size_t)strip * size;
    __global uint *entry = table + (size_t)strip * TABLE;

    uint bits = 0, have = 0, at = 0;
    uint width = 9, next = END + 1;
    uint before = 0, before_len = 0, o = 0;
    bool bad = false;

    for (;;) {
        while (have < width && at < nsrc) {
            bits = (bits << 8) | src[at++];
            have += 8;
        }
        if (have < width) {
            bad = true;
            break;
        }
        have -= width;
        const uint code = (bits >> have) & ((1u << width) - 1u);
        if (code == END)
            break;
        if (code == CLEAR) {
            width = 9;
            next = END + 1;
            before_len = 0;
            continue;
        }

        uint from, len;
        if (code < CLEAR) {
            from = o;
            len = 1;
        } else if (before_len && code < next) {
            from = entry[code] >> 16;
            len = entry[code] & 0xffffu;
        } else if (before_len && code == next) {
            from = before;
            len = before_len + 1;
        } else {
            bad = true;
            break;
        }
        if (len > size - o) {
            bad = true;
            break;
        }
        if (code < CLEAR)
            out[o] = (uchar)code;
        else
            for (uint i = 0; i < len; i++)
                out[o + i] = out[from + i];

        if (before_len && next < TABLE) {
            entry[next++] = (before << 16) | (before_len + 1);
            if (next == (1u << width) - 1u && width < 12)
                width++;
        }
        before = o;
        before_len = len;
        o += len;
    }

    for (uint r = 0; r < strip_rows; r++) {
        uchar sum = 0;
        for (uint i = r * row_bytes; i < min((r + 1) * row_bytes, o); i++) {
            sum += out[i];
            out[i] = sum;
        }
    }
    status[strip] = bad ? -1 : (int)o;
}
