/* Column store: WHERE comment [NOT] LIKE pattern. '%' matches any run, '_' any byte. One row per work-item; the result is a
 * bitmap of the selected rows and their number. */

int like(__global const uchar *s, int n, __local const uchar *p, int m)
{
    int i = 0, j = 0, star = -1, mark = 0;
    while (i < n) {
        if (j < m && p[j] == '%') {
            star = j++;
            mark = i;
        } else if (j < m && (p[j] == '_' || p[j] == s[i])) {
            ++i;
            ++j;
        } else if (star >= 0) {
            j = star + 1;
            i = ++mark;
        } else {
            return 0;
        }
    }
    while (j < m && p[j] == '%')
        ++j;
    return j == m;
}

#define MAX_PATTERN 64

__kernel void like_filter(__global const uchar *chars, __global const uint *offsets, __global const uchar *pattern,
                          __global uint *bitmap, __global uint *selected, int rows, int pattern_length, int negate)
{
    __local uchar p[MAX_PATTERN];
    __local uint hits;

    const int row = get_global_id(0);
    const int lane = get_local_id(0);
    for (int i = lane; i < pattern_length; i += get_local_size(0))
        p[i] = pattern[i];
    if (lane == 0)
        hits = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (row < rows) {
        const uint begin = offsets[row];
        if (like(chars + begin, offsets[row + 1] - begin, p, pattern_length) != negate) {
            atomic_or(&bitmap[row >> 5], 1u << (row & 31));
            atomic_inc(&hits);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0 && hits)
        atomic_add(selected, hits);
}
