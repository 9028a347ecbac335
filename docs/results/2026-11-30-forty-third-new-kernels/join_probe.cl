// Probe side of a hash join with a Bloom filter before the table, and a grouped sum behind it (a star query in a column store): an item
// is one row of the fact table. Rows of the period ask the filter, then follow their bucket's chain; every match adds to its group.
//   day        of each fact row
//   fact_key   of each fact row
//   amount     of each fact row
//   bloom      a power of two of words; a key sets two bits of one word
//   head       a power of two of buckets: first dimension row or -1
//   chain      of each dimension row: next of the bucket or -1
//   dim_key    of each dimension row; keys may repeat
//   dim_group  of each dimension row: group and rebate (percent)
//   total, hits  of each group (added to)
//   match      of each fact row: last dimension row that matched, -1 for none, -2 outside the period
//   nfacts, ndims, word_mask, bucket_mask, from_day, to_day

uint hash_key(uint x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

__kernel void join_probe(__global const ushort *restrict day,
                         __global const uint *restrict fact_key,
                         __global const uint *restrict amount,
                         __global const uint *restrict bloom,
                         __global const int *restrict head,
                         __global const int *restrict chain,
                         __global const uint *restrict dim_key,
                         __global const int2 *restrict dim_group,
                         volatile __global uint *total,
                         volatile __global uint *hits,
                         __global int *restrict match,
                         const int nfacts,
                         const int ndims,
                         const uint word_mask,
                         const uint bucket_mask,
                         const int from_day,
                         const int to_day)
{
    const int id = get_global_id(0);
    if (id >= nfacts)
        return;
    const int when = day[id];
    if (when < from_day || when >= to_day) {
        match[id] = -2;
        return;
    }
    const uint key = fact_key[id];
    const uint h = hash_key(key);
    const uint bits = 1u << (h & 31) | 1u << (h >> 5 & 31);
    int found = -1;
    if ((bloom[h >> 10 & word_mask] & bits) == bits) {
        int row = head[(h * 0x9e3779b1u) >> 12 & bucket_mask];
        for (int step = 0; row >= 0 && step < ndims; step++) {            // a chain can't be longer than the table
            if (dim_key[row] == key) {
                const int2 g = dim_group[row];
                atomic_add(&total[g.x], amount[id] * (uint)(100 - g.y) / 100u);
                atomic_inc(&hits[g.x]);
                found = row;
            }
            row = chain[row];
        }
    }
    match[id] = found;
}
