/* Old backup archives: Blowfish CBC decryption with an expanded key. S-boxes are copied to local memory. */
#define PER_ITEM 4

#define F(x) (((s[(x) >> 24] + s[256 + (((x) >> 16) & 255)]) ^ s[512 + (((x) >> 8) & 255)]) + s[768 + ((x) & 255)])

static inline uint swap32(uint x) { return as_uint(as_uchar4(x).wzyx); }

__kernel void blowfish_cbc(__global const uint2 *cipher, __global uint2 *plain, __global const uint *sbox,
                           __constant uint *parray, const uint blocks, const uint iv_left, const uint iv_right)
{
    __local uint s[1024];
    for (uint i = get_local_id(0); i < 1024; i += get_local_size(0))
        s[i] = sbox[i];
    barrier(CLK_LOCAL_MEM_FENCE);

    uint block = get_group_id(0) * get_local_size(0) * PER_ITEM + get_local_id(0);
    for (int k = 0; k < PER_ITEM; k++, block += get_local_size(0)) {
        if (block >= blocks)
            break;
        const uint2 c = cipher[block];
        uint l = swap32(c.x) ^ parray[17];
        uint r = swap32(c.y);
        for (int round = 16; round > 0; round -= 2) {
            r ^= F(l) ^ parray[round];
            l ^= F(r) ^ parray[round - 1];
        }
        r ^= parray[0];
        uint2 previous = (uint2)(iv_left, iv_right);
        if (block > 0)
            previous = (uint2)(swap32(cipher[block - 1].x), swap32(cipher[block - 1].y));
        plain[block] = (uint2)(swap32(r ^ previous.x), swap32(l ^ previous.y));
    }
}
