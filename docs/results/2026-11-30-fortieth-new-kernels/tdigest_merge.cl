// Quantiles of a GROUP BY over many partitions: the t-digests of each group are merged (runs two by two), compressed by
// the scale function of the arcsine and asked for three quantiles; a group a work-item.
static inline double quantile(__global const double2 *c, const int n, const double total, const double q)
{
    const double wanted = q * total;
    double before = 0.0;
    for (int i = 0; i < n; i++) {
        const double middle = before + 0.5 * c[i].y;
        if (wanted < middle || i == n - 1) {
            if (i == 0 || wanted >= middle)
                return c[i].x;
            const double left = before - 0.5 * c[i - 1].y;
            return c[i - 1].x + (c[i].x - c[i - 1].x) * (wanted - left) / (middle - left);
        }
        before += c[i].y;
    }
    return NAN;
}

__kernel void tdigest_merge(__global const int *restrict group_ptr,        // digests of each group
                            __global const int *restrict digest_ptr,       // centroids of each digest
                            __global const double2 *restrict centroid,     // mean, weight; by mean within a digest
                            __global double2 *restrict ping,
                            __global double2 *restrict pong,
                            __global int *restrict left,                   // centroids each group keeps
                            __global double4 *restrict answer,             // median, 0.95, 0.99, total
                            const int ngroups,
                            const double compression)
{
    const int id = get_global_id(0);
    if (id >= ngroups)
        return;
    const int first = group_ptr[id];
    const int digests = group_ptr[id + 1] - first;
    const int base = digest_ptr[first];
    const int n = digest_ptr[first + digests] - base;
    __global double2 *from = ping + base;
    __global double2 *to = pong + base;
    double total = 0.0;
    for (int i = 0; i < n; i++) {
        from[i] = centroid[base + i];
        total += from[i].y;
    }
    for (int run = 1; run < digests; run *= 2) {
        for (int d = 0; d < digests; d += 2 * run) {
            int a = digest_ptr[first + d] - base;
            const int middle = digest_ptr[first + min(d + run, digests)] - base;
            const int end = digest_ptr[first + min(d + 2 * run, digests)] - base;
            int b = middle;
            for (int o = a; o < end; o++)
                to[o] = a < middle && (b >= end || from[a].x <= from[b].x) ? from[a++] : from[b++];
        }
        __global double2 *swap = from;
        from = to;
        to = swap;
    }

    int kept = 0;
    if (n > 0) {
        const double unit = compression / (2.0 * M_PI);
        double2 open = from[0];
        double done = 0.0;
        double k = -0.25 * compression;
        double limit = total * 0.5 * (1.0 + sin((k + 1.0) / unit));
        for (int i = 1; i < n; i++) {
            const double2 c = from[i];
            if (done + open.y + c.y <= limit) {
                open.y += c.y;
                open.x += (c.x - open.x) * c.y / open.y;
            } else {
                to[kept++] = open;
                done += open.y;
                k = unit * asin(clamp(2.0 * done / total - 1.0, -1.0, 1.0));
                limit = k + 1.0 >= 0.25 * compression ? total : total * 0.5 * (1.0 + sin((k + 1.0) / unit));
                open = c;
            }
        }
        to[kept++] = open;
    }
    left[id] = kept;
    answer[id] = (double4)(quantile(to, kept, total, 0.5), quantile(to, kept, total, 0.95), quantile(to, kept, total, 0.99), total);
}
