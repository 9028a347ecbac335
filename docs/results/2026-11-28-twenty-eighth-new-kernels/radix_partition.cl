// Partitioning pass of a radix hash join: tuples {key, rowid} go to 64 partitions through a
// staging tile in local memory, and each partition's Bloom filter is filled on the way.
// block_off[part][group] is the exclusive prefix sum of a preceding histogram pass.
#define RADIX_BITS 6
#define PARTS (1 << RADIX_BITS)
#define WG 128
#define PER_ITEM 8
#define TILE (WG * PER_ITEM)
#define BLOOM_WORDS 512

static uint murmur_mix(uint h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ (h >> 16);
}

static void bloom_add(volatile __global uint *filter, uint h)
{
    const uint word = (h >> RADIX_BITS) & (BLOOM_WORDS - 1);
    const uint mask = 1u << ((h >> 17) & 31) | 1u << ((h >> 22) & 31) | 1u << (h >> 27);
    if ((filter[word] & mask) != mask)
        atomic_or(&filter[word], mask);
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void radix_partition(__global const uint2 *restrict tuples, __global uint2 *restrict out,
                     __global const uint *restrict block_off, volatile __global uint *bloom,
                     const uint ntuples)
{
    __local uint2 stage[TILE];
    __local uint count[PARTS], start[PARTS], cursor[PARTS];

    const uint lid = get_local_id(0), grp = get_group_id(0), ngroups = get_num_groups(0);
    const uint base = grp * TILE;
    const uint here = base < ntuples ? min((uint)TILE, ntuples - base) : 0;
    uint hash[PER_ITEM];

    if (lid < PARTS)
        count[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint k = 0; k < PER_ITEM; k++) {
        const uint e = k * WG + lid;
        if (e < here) {
            hash[k] = murmur_mix(tuples[base + e].x);
            atomic_inc(&count[hash[k] & (PARTS - 1)]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* exclusive scan over the partitions */
    if (lid < PARTS)
        start[lid] = count[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 1; d < PARTS; d <<= 1) {
        uint v = 0;
        if (lid < PARTS && lid >= d)
            v = start[lid - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < PARTS)
            start[lid] += v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid < PARTS) {
        start[lid] -= count[lid];
        cursor[lid] = start[lid];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint k = 0; k < PER_ITEM; k++) {
        const uint e = k * WG + lid;
        if (e < here) {
            const uint part = hash[k] & (PARTS - 1);
            stage[atomic_inc(&cursor[part])] = tuples[base + e];
            bloom_add(bloom + part * BLOOM_WORDS, hash[k]);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint e = lid; e < here; e += WG) {
        const uint2 t = stage[e];
        const uint part = murmur_mix(t.x) & (PARTS - 1);
        out[block_off[part * ngroups + grp] + e - start[part]] = t;
    }
}
