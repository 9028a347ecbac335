// Texture loader: undoes the PNG row filters of many inflated RGBA images, one image per work-item.
// Every row is a filter byte and 4 * width bytes.
#define BPP 4

static inline uchar paeth(int a, int b, int c) {
  const int p = a + b - c;
  const int pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

__kernel void png_unfilter(__global const uchar *inflated, __global const uint *in_begin, __global const uint *out_begin,
                           __global const int2 *dims, __global uchar *pixels, __global int *status, int images) {
  const int id = get_global_id(0);
  if (id >= images)
    return;

  const int stride = dims[id].x * BPP, height = dims[id].y;
  __global const uchar *in = inflated + in_begin[id];
  __global uchar *out = pixels + out_begin[id];
  int bad = 0;

  for (int y = 0; y < height; ++y) {
    const int filter = *in++;
    __global const uchar *up = y ? out - stride : out;
    switch (filter) {
    case 0:
      for (int i = 0; i < stride; ++i)
        out[i] = in[i];
      break;
    case 1:
      for (int i = 0; i < stride; ++i)
        out[i] = in[i] + (i >= BPP ? out[i - BPP] : 0);
      break;
    case 2:
      for (int i = 0; i < stride; ++i)
        out[i] = in[i] + (y ? up[i] : 0);
      break;
    case 3:
      for (int i = 0; i < stride; ++i) {
        const int left = i >= BPP ? out[i - BPP] : 0, above = y ? up[i] : 0;
        out[i] = in[i] + ((left + above) >> 1);
      }
      break;
    case 4:
      for (int i = 0; i < stride; ++i) {
        const int left = i >= BPP ? out[i - BPP] : 0, above = y ? up[i] : 0;
        const int corner = (y && i >= BPP) ? up[i - BPP] : 0;
        out[i] = in[i] + paeth(left, above, corner);
      }
      break;
    default:
      bad++;
    }
    in += stride;
    out += stride;
  }
  status[id] = bad;
}
