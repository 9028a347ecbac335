// A doubling step of suffix sorting (Larsson and Sadakane 1999, as in qsufsort): an item is one group of suffixes that agree in their
// first `depth` characters. It sorts them by the rank of the suffix `depth` characters on - short groups by insertion, long ones by a
// heap - and gives new ranks; a rank is the place of the last suffix of its group.
//   group      of each group: first place, number of suffixes (at least 2)
//   order      suffixes in the order known so far
//   rank       of each suffix, then depth zeros (beyond the end of the text: less than any other)
//   key        of each place: scratch
//   fresh      as order, a step later; only places in groups are written
//   new_rank   of each suffix in a group, a step later
//   left       of each group: how many suffixes still share their rank
//   ngroups, depth
#define SHORT 14

void sift(__global int *restrict key, __global int *restrict fresh, int at, const int end)
{
    const int k = key[at];
    const int s = fresh[at];
    for (;;) {
        int to = 2 * at + 1;
        if (to >= end)
            break;
        if (to + 1 < end && key[to + 1] > key[to])
            to++;
        if (key[to] <= k)
            break;
        key[at] = key[to];
        fresh[at] = fresh[to];
        at = to;
    }
    key[at] = k;
    fresh[at] = s;
}

__kernel void suffix_refine(__global const int2 *restrict group,
                            __global const int *restrict order,
                            __global const int *restrict rank,
                            __global int *restrict key,
                            __global int *restrict fresh,
                            __global int *restrict new_rank,
                            __global int *restrict left,
                            const int ngroups,
                            const int depth)
{
    const int id = get_global_id(0);
    if (id >= ngroups)
        return;
    const int first = group[id].x;
    const int count = group[id].y;
    key += first;
    fresh += first;
    if (count <= SHORT) {
        for (int n = 0; n < count; n++) {
            const int s = order[first + n];
            const int k = rank[s + depth];
            int at = n;
            for (; at > 0 && key[at - 1] > k; at--) {
                key[at] = key[at - 1];
                fresh[at] = fresh[at - 1];
            }
            key[at] = k;
            fresh[at] = s;
        }
    } else {
        for (int n = 0; n < count; n++) {
            fresh[n] = order[first + n];
            key[n] = rank[fresh[n] + depth];
        }
        for (int n = count / 2 - 1; n >= 0; n--)
            sift(key, fresh, n, count);
        for (int n = count - 1; n > 0; n--) {
            const int k = key[0];
            const int s = fresh[0];
            key[0] = key[n];
            fresh[0] = fresh[n];
            key[n] = k;
            fresh[n] = s;
            sift(key, fresh, 0, n);
        }
    }
    int shared = 0;
    int last = count - 1;
    for (int n = count - 1; n >= 0; n--) {
        if (key[n] != key[last])
            last = n;
        new_rank[fresh[n]] = first + last + 1;
        shared += n < last || (n > 0 && key[n - 1] == key[n]);
    }
    left[id] = shared;
}
