// Longest earlier match of every position, found along its hash chain: LZ77 match finding of a deflate-like encoder (compression).
int common_prefix(global const uchar *a, global const uchar *b, int start, int limit)
{
    int k = start;
    while (k + 4 <= limit) {
        uchar4 x = vload4(0, a + k) ^ vload4(0, b + k);
        uint d = as_uint(x);
        if (d)
            return k + (popcount((d & -d) - 1) >> 3);
        k += 4;
    }
    while (k < limit && a[k] == b[k])
        k++;
    return k;
}

kernel void lz77_chain(global const uchar *text, global const int *previous, int n, int window, int max_chain,
                       int nice_length, global ushort2 *match)
{
    int at = get_global_id(0);
    if (at >= n)
        return;
    int limit = min(258, n - at);
    int best = 3, where = 0;
    int oldest = max(at - window, 0);
    int candidate = previous[at], tries = max_chain;
    global const uchar *here = text + at;

    if (limit > 3) {
        while (candidate >= oldest && tries-- > 0) {
            global const uchar *there = text + candidate;
            // a longer match has to agree in the byte behind the best one so far
            if (there[best] == here[best] && there[best - 1] == here[best - 1]) {
                int length = common_prefix(here, there, 0, limit);
                if (length > best) {
                    best = length;
                    where = at - candidate;
                    if (best >= nice_length || best >= limit)
                        break;
                    if (best >= 32)
                        tries >>= 2;              // good enough: look less far
                }
            }
            candidate = previous[candidate];
        }
    }
    // a four-byte match far away costs more than its literals
    if (best == 3 || (best == 4 && where > 4096)) {
        best = 0;
        where = 0;
    }
    match[at] = (ushort2)((ushort)best, (ushort)where);
}
