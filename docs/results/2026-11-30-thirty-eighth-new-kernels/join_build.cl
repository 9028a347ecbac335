// Build side of a hash join: the orders of a range of dates and of some priorities are hung into the chains of their
// customers, and a blocked Bloom filter is filled, by which the probe side will drop most of its rows early.
#define CHAIN_END 0xffffffffu

static inline ulong mix64(ulong h)
{
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdUL;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53UL;
    return h ^ h >> 33;
}

__kernel void join_build(__global const ulong *restrict customer,
                         __global const uint *restrict order_date,        // days
                         __global const uchar *restrict priority,
                         __global uint *restrict head,                    // 1 << bucket_bits
                         __global uint *restrict next,
                         __global uint *restrict bloom,                   // 1 << bloom_bits words
                         const uint nrows,
                         const uint first_date,
                         const uint last_date,
                         const uint wanted,                               // a bit for each priority
                         const int bucket_bits,
                         const int bloom_bits)
{
    const uint row = get_global_id(0);
    if (row >= nrows)
        return;
    const uint date = order_date[row];
    if (date < first_date || date > last_date || !(wanted >> priority[row] & 1)) {
        next[row] = row;                                                  // not in any chain
        return;
    }
    const ulong h = mix64(customer[row]);
    const uint bucket = (uint)(h >> (64 - bucket_bits));
    next[row] = atomic_xchg(&head[bucket], row);

    const uint word = (uint)h & ((1u << bloom_bits) - 1);
    const uint bits = 1u << (uint)(h >> 24 & 31) | 1u << (uint)(h >> 29 & 31) | 1u << (uint)(h >> 34 & 31);
    atomic_or(&bloom[word], bits);
}
