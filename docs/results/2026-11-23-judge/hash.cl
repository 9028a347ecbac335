#define ROTR(x, k) (((x) >> (k)) | ((x) << (32 - (k))))

__constant uint KT[16] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174};

/* a compression function like SHA-256 with 64 rounds and a rolling schedule */
__kernel void sha_like(__global const uint *msg, __global uint *digest, const int blocks)
{
    int id = get_global_id(0);
    uint a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    uint e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
    uint w[16];
    for (int k = 0; k < blocks; ++k) {
        for (int i = 0; i < 16; ++i)
            w[i] = msg[((size_t)id * blocks + k) * 16 + i];
        for (int r = 0; r < 64; ++r) {
            int i = r & 15;
            if (r >= 16) {
                uint w1 = w[(i + 1) & 15], w14 = w[(i + 14) & 15];
                uint s0 = ROTR(w1, 7) ^ ROTR(w1, 18) ^ (w1 >> 3);
                uint s1 = ROTR(w14, 17) ^ ROTR(w14, 19) ^ (w14 >> 10);
                w[i] += s0 + s1 + w[(i + 9) & 15];
            }
            uint t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & f) ^ (~e & g)) + KT[i] + w[i];
            uint t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g; g = f; f = e; e = d + t1;
            d = c; c = b; b = a; a = t1 + t2;
        }
    }
    digest[2 * id] = a ^ b ^ c ^ d;
    digest[2 * id + 1] = e ^ f ^ g ^ h;
}

/* murmur3 of keys of different lengths (in words), offsets say where each begins */
__kernel void murmur_keys(__global const uint *text, __global const int *offset,
                          __global uint *out, const int n, const uint seed)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    int begin = offset[i], end = offset[i + 1];
    uint h = seed;
    for (int k = begin; k < end; ++k) {
        uint v = text[k] * 0xcc9e2d51u;
        v = rotate(v, 15u) * 0x1b873593u;
        h = rotate(h ^ v, 13u) * 5u + 0xe6546b64u;
    }
    h ^= (uint)(end - begin) * 4u;
    h ^= h >> 16; h *= 0x85ebca6bu;
    h ^= h >> 13; h *= 0xc2b2ae35u;
    h ^= h >> 16;
    out[i] = h;
}
