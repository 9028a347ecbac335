// Search of the 40-bit RC4 keys of old PDF files: encrypt the standard padding with each key and
// compare with the /U entry. The states lie in local memory, byte k of all work-items together.
#define WG 64
#define AT(k) state[(k) * WG + lid]

__constant uint padding[8] = {
    0x5e4ebf28u, 0x418a754eu, 0x564e0064u, 0x0801faffu, 0xb6002e2eu, 0x803e68d0u, 0xfea90c2fu, 0x7a695364u,
};

static inline uint rc4_word(__local uchar *restrict state, const uint lid, uint *i, uint *j)
{
    uint word = 0;
    for (uint b = 0; b < 32; b += 8) {
        *i = (*i + 1) & 255u;
        const uint a = AT(*i);
        *j = (*j + a) & 255u;
        const uint c = AT(*j);
        AT(*i) = (uchar)c;
        AT(*j) = (uchar)a;
        word |= (uint)AT((a + c) & 255u) << b;
    }
    return word;
}

__kernel __attribute__((reqd_work_group_size(WG, 1, 1)))
void pdf40_collide(__global const uint *restrict target,
                   __global uint *restrict hits,
                   const uint key_low,
                   const uint key_high,
                   const uint nkeys,
                   const uint per_item)
{
    __local uchar state[256 * WG];

    const uint lid = get_local_id(0);
    const uint total = get_global_size(0);
    const uint t0 = target[0], t1 = target[1], t2 = target[2], t3 = target[3];

    for (uint n = 0; n < per_item; n++) {
        const uint index = n * total + get_global_id(0);
        if (index >= nkeys)
            break;
        const ulong key = ((ulong)key_high << 32 | key_low) + index;

        for (uint k = 0; k < 256; k++)
            AT(k) = (uchar)k;
        uint j = 0, shift = 0;
        for (uint k = 0; k < 256; k++) {
            const uint a = AT(k);
            j = (j + a + (uint)(key >> shift)) & 255u;
            shift = shift == 32 ? 0 : shift + 8;
            AT(k) = AT(j);
            AT(j) = (uchar)a;
        }

        uint i = 0;
        j = 0;
        uint diff = (rc4_word(state, lid, &i, &j) ^ padding[0]) ^ t0;
        diff |= (rc4_word(state, lid, &i, &j) ^ padding[1]) ^ t1;
        diff |= (rc4_word(state, lid, &i, &j) ^ padding[2]) ^ t2;
        diff |= (rc4_word(state, lid, &i, &j) ^ padding[3]) ^ t3;
        if (diff)
            continue;
        for (uint w = 4; w < 8; w++)
            diff |= (rc4_word(state, lid, &i, &j) ^ padding[w]) ^ target[w];
        if (diff == 0) {
            const uint slot = atomic_inc(&hits[0]);
            if (slot < 15)
                hits[1 + slot] = index;
        }
    }
}
