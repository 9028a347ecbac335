// Lines of a map thinned for a vector tile (Douglas and Peucker 1973; as tippecanoe and GEOS do): an item is one line. The point farthest
// from a stretch's chord splits it as long as it is too far off; the longer part waits on a stack. What stays is rounded to the tile's
// grid, and the bytes of its differences in the tile's format are counted.
//   begin      first point of each line, nlines + 1 of them
//   point      x, y
//   keep       of each point: 1 where it stays
//   result     of each line: points that stay, bytes
//   nlines, off (allowed distance), grid (steps for a unit)
#define MAX_STACK 32

int varint_bytes(const int value)
{
    const uint zigzag = (uint)value << 1 ^ (uint)(value >> 31);
    return zigzag < 128u ? 1 : zigzag < 16384u ? 2 : zigzag < 2097152u ? 3 : zigzag < 268435456u ? 4 : 5;
}

__kernel void simplify_lines(__global const int *restrict begin,
                             __global const float2 *restrict point,
                             __global uchar *restrict keep,
                             __global int2 *restrict result,
                             const int nlines,
                             const float off,
                             const float grid)
{
    const int id = get_global_id(0);
    if (id >= nlines)
        return;
    const int first = begin[id];
    const int last = begin[id + 1] - 1;
    if (last < first) {
        result[id] = (int2)(0, 0);
        return;
    }
    for (int i = first; i <= last; i++)
        keep[i] = i == first || i == last;
    int2 stack[MAX_STACK];                                                 // the shorter part goes first, so depth is a logarithm
    int depth = 0;
    int a = first;
    int b = last;
    while (true) {
        const float2 from = point[a];
        const float2 chord = point[b] - from;
        const float square = dot(chord, chord);
        const float inverse = square > 0.0f ? 1.0f / square : 0.0f;
        float farthest = off * off;
        int split = -1;
        for (int i = a + 1; i < b; i++) {
            const float2 d = point[i] - from;
            const float2 e = d - clamp(dot(d, chord) * inverse, 0.0f, 1.0f) * chord;
            const float far = dot(e, e);
            if (far > farthest) {
                farthest = far;
                split = i;
            }
        }
        if (split >= 0) {
            keep[split] = 1;
            if (split - a < b - split) {
                stack[depth++] = (int2)(split, b);
                b = split;
            } else {
                stack[depth++] = (int2)(a, split);
                a = split;
            }
        } else {
            if (depth == 0)
                break;
            const int2 next = stack[--depth];
            a = next.x;
            b = next.y;
        }
    }
    int count = 0;
    int bytes = 0;
    int2 before = (int2)(0, 0);
    for (int i = first; i <= last; i++) {
        if (!keep[i])
            continue;
        const int2 now = convert_int2_rte(point[i] * grid);
        const int2 d = now - before;
        bytes += varint_bytes(d.x) + varint_bytes(d.y);
        before = now;
        count++;
    }
    result[id] = (int2)(count, bytes);
}
