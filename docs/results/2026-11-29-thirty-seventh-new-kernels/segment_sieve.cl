// Sieve of Eratosthenes over far segments of odd numbers, a segment a work-group: small primes word by word,
// the others by striking bits in local memory. Bit i of a segment stands for low + 2 i + 1 (low is even).
#define MAX_WORDS 2048
#define MAX_SMALL 32

// bit of the first odd multiple of p in the segment that is not below p * p
static inline ulong first_hit(const ulong low, const uint p)
{
    const ulong square = (ulong)p * p;
    if (square > low)
        return (square - low - 1) >> 1;
    const uint past = p - (uint)(low % p);
    return (past & 1 ? past - 1 : past + p - 1) >> 1;
}

__kernel void segment_sieve(__global const ulong *restrict segment_low,
                            __global const uint *restrict primes,         // odd ones, ascending
                            __global uint *restrict bitmap,               // set: prime
                            __global uint *restrict prime_count,
                            __global uint *restrict twin_count,
                            const int nprimes,
                            const int nsmall,                             // primes below 64
                            const int words)
{
    __local uint struck[MAX_WORDS];
    __local uint start[MAX_SMALL];
    __local uint found[2];

    const int segment = get_group_id(0);
    const int lid = get_local_id(0);
    const int lanes = get_local_size(0);
    const ulong low = segment_low[segment];
    const uint bits = (uint)words * 32;

    if (lid < 2)
        found[lid] = 0;
    for (int k = lid; k < nsmall; k += lanes)
        start[k] = (uint)min(first_hit(low, primes[k]), (ulong)bits);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int w = lid; w < words; w += lanes) {
        const uint first = (uint)w * 32;
        uint mask = 0;
        for (int k = 0; k < nsmall; k++) {
            const uint p = primes[k];
            uint at = start[k];
            if (at < first)
                at += (first - at + p - 1) / p * p;
            for (uint b = at - first; b < 32; b += p)
                mask |= 1u << b;
        }
        struck[w] = mask;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = nsmall + lid; k < nprimes; k += lanes) {
        const uint p = primes[k];
        const ulong at = first_hit(low, p);
        if (at >= bits) {
            if ((ulong)p * p > low)
                break;
            continue;
        }
        for (uint b = (uint)at; b < bits; b += p)
            atomic_or(&struck[b >> 5], 1u << (b & 31));
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint mine = 0;
    uint twins = 0;
    for (int w = lid; w < words; w += lanes) {
        const uint prime = ~struck[w];
        const uint next = w + 1 < words ? ~struck[w + 1] : 0;
        bitmap[segment * words + w] = prime;
        mine += popcount(prime);
        twins += popcount(prime & (prime >> 1 | next << 31));
    }
    atomic_add(&found[0], mine);
    atomic_add(&found[1], twins);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        prime_count[segment] = found[0];
        twin_count[segment] = found[1];
    }
}
