// Paragraphs broken into lines with the least demerits in all (Knuth and Plass 1981; integers as in TeX): an item is one paragraph. Breaks
// that a line can still reach are kept as a window that moves on; badness goes with the cube of the glue's stretch.
//   begin      first place of each paragraph, nparagraphs + 1 of them; the last place of each is its end
//   place      of each possible break: width so far, width so far after the break's glue is dropped, stretch so far, shrink so far
//              (scaled points / 64; the glue dropped at a break counts as stretch of the line after it, as an approximation)
//   penalty    of each: of a break there; FLAG is set for a hyphen
//   wide       of each paragraph: of its lines
//   best       of each: least demerits up to here
//   from       of each: the break before, -1 if it cannot be reached
//   lines      of each paragraph: number, 0 if it has overfull lines
//   total      of each paragraph: demerits
//   nparagraphs, tolerance (badness), line_penalty, hyphens (demerits of two in a row)
#define FLAG 0x10000
#define NEVER 0x3fffffffffffffffL
#define AWFUL 10000

int badness(const int want, const int have)
{
    if (want == 0)
        return 0;
    if (have <= 0)
        return AWFUL;
    const long r = (long)want * 297 / have;
    return r > 1290 ? AWFUL : (int)((r * r * r + 131072) >> 18);
}

__kernel void knuth_plass(__global const int *restrict begin,
                          __global const int4 *restrict place,
                          __global const int *restrict penalty,
                          __global const int *restrict wide,
                          __global long *restrict best,
                          __global int *restrict from,
                          __global int *restrict lines,
                          __global long *restrict total,
                          const int nparagraphs,
                          const int tolerance,
                          const int line_penalty,
                          const int hyphens)
{
    const int id = get_global_id(0);
    if (id >= nparagraphs)
        return;
    const int first = begin[id];
    const int end = begin[id + 1];
    const int width = wide[id];
    best[first] = 0;
    from[first] = first;
    int window = first;
    for (int b = first + 1; b < end; b++) {
        const int4 at = place[b];
        const int cost = penalty[b] & (FLAG - 1);
        const bool hyphen = penalty[b] & FLAG;
        const bool final = b == end - 1;
        long least = NEVER;
        int chosen = -1;
        for (int a = window; a < b; a++) {
            const int4 start = place[a];
            const int natural = at.x - start.y;
            const int shrink = at.w - start.w;
            if (natural - shrink > width) {
                if (a == window)
                    window++;
                continue;
            }
            if (from[a] < 0)
                continue;
            const int off = width - natural;
            int bad = off > 0 ? badness(off, at.z - start.z) : badness(-off, shrink);
            if (final && off > 0)
                bad = 0;
            if (bad > tolerance)
                continue;
            const long d = line_penalty + bad;
            long demerits = d * d + (long)cost * cost + best[a];
            if (hyphen && (penalty[a] & FLAG))
                demerits += hyphens;
            if (demerits <= least) {
                least = demerits;
                chosen = a;
            }
        }
        best[b] = least;
        from[b] = chosen;
    }
    int count = 0;
    if (from[end - 1] >= 0)
        for (int b = end - 1; b > first; b = from[b])
            count++;
    lines[id] = count;
    total[id] = best[end - 1];
}
