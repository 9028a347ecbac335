// Dendrochronology: where a series of tree rings fits a master chronology (Baillie and Pilcher 1973; sign test of Eckstein): a row of groups
// is one series, an item one lag of it. Series and master come to local memory by parts; five sums and the agreeing signs go along.
//   begin      nseries + 1: first ring of each series in `ring`
//   ring       widths as logarithms of per cents of the five years about them
//   master     nmaster: the same
//   fit        nseries x nlags: Student's t of the correlation, 0 where too little overlaps
//   alike      nseries x nlags: per cent of the years in which both rise or both do not
//   nmaster, nlags, least (rings that have to overlap, at least 3)
//   local size: at most ITEMS x 1
#define ITEMS 64
#define PART 96

__kernel void ring_crossdate(__global const int *restrict begin,
                             __global const float *restrict ring,
                             __global const float *restrict master,
                             __global float *restrict fit,
                             __global float *restrict alike,
                             const int nmaster,
                             const int nlags,
                             const int least)
{
    __local float part[PART];
    __local float years[PART + ITEMS];
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    const int lag = get_global_id(0);
    const int series = get_group_id(1);
    const int first = begin[series];
    const int length_of = begin[series + 1] - first;
    const int at = lag + least - length_of;                                // year of the first ring
    const int low = max(0, -at);
    const int high = min(length_of, nmaster - at);
    float sx = 0.0f, sy = 0.0f, sxx = 0.0f, syy = 0.0f, sxy = 0.0f;
    float last_x = 0.0f, last_y = 0.0f;
    int same = 0;
    for (int from = 0; from < length_of; from += PART) {
        for (int k = lid; k < PART; k += items)
            part[k] = from + k < length_of ? ring[first + from + k] : 0.0f;
        for (int k = lid; k < PART + items; k += items) {
            const int year = at - lid + from + k;
            years[k] = year >= 0 && year < nmaster ? master[year] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int end = min(high - from, PART);
        for (int k = max(low - from, 0); k < end; k++) {
            const float x = part[k];
            const float y = years[lid + k];
            sx += x;
            sy += y;
            sxx += x * x;
            syy += y * y;
            sxy += x * y;
            same += (x > last_x) == (y > last_y) ? 1 : 0;
            last_x = x;
            last_y = y;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lag >= nlags)
        return;
    const int n = high - low;
    float t = 0.0f;
    float signs = 0.0f;
    if (n >= least) {
        const float cov = n * sxy - sx * sy;
        const float var = (n * sxx - sx * sx) * (n * syy - sy * sy);
        const float r = var > 0.0f ? clamp(cov * rsqrt(var), -0.9999f, 0.9999f) : 0.0f;
        t = r * sqrt((n - 2) / (1.0f - r * r));
        signs = 100.0f * same / n;
    }
    fit[series * nlags + lag] = t;
    alike[series * nlags + lag] = signs;
}
